package io.tapstate.job.script;

import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.job.script.ScriptInput.Origin;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.bson.BsonBinaryWriter;
import org.bson.BsonValue;
import org.bson.codecs.BsonValueCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.bson.types.Decimal128;
import org.graalvm.polyglot.Value;

/**
 * Turns an object of a script into BSON. Whole numbers become int64, others double; a BigInt int64 where it fits, else
 * Decimal128; texts, booleans, null, arrays, plain objects and Dates what they are; an {@link ExactValue} the value it
 * stands for. Members that are undefined are left out. Anything else is {@code transform.script-output-invalid}.
 */
final class ScriptOutput {
    /** As deep as the store takes. */
    private static final int DEEPEST = 100;

    /** As large as the store takes. */
    private static final int LARGEST = 16 << 20;

    private static final BsonValueCodec CODEC = new BsonValueCodec();
    private static final EncoderContext ENCODING = EncoderContext.builder().build();

    private final ScriptRealm realm;
    private final ScriptInput input;
    private final BasicOutputBuffer buffer = new BasicOutputBuffer();
    private final BsonBinaryWriter out = new BsonBinaryWriter(buffer);

    private ScriptOutput(ScriptRealm realm, ScriptInput input) {
        this.realm = realm;
        this.input = input;
    }

    /**
     * @param name what to call the object in faults
     * @param image a plain object
     */
    static byte[] document(ScriptRealm realm, ScriptInput input, String name, Value image, Origin origin) {
        ScriptOutput output = new ScriptOutput(realm, input);
        output.object(image, input.origin(image, origin), new Place(null, name, 1));
        return output.buffer.toByteArray();
    }

    static TapException invalid(String detail) {
        return TapException.of(ScriptError.OUTPUT_INVALID, "detail", detail);
    }

    private void object(Value object, Origin origin, Place place) {
        demandDepth(place);
        out.writeStartDocument();
        for (String name : object.getMemberKeys()) {
            Value value = object.getMember(name);
            if (value == null || isUndefined(value)) {
                continue;
            }
            if (name.indexOf('\0') >= 0) {
                throw invalid(place + " has a member with a zero character in its name");
            }
            out.writeName(wellFormed(name));
            value(value, origin.child(name), new Place(place, name, place.depth + 1));
        }
        out.writeEndDocument();
    }

    private void array(Value array, Origin origin, Place place) {
        demandDepth(place);
        out.writeStartArray();
        long size = array.getArraySize();
        for (long i = 0; i < size; i++) {
            Place item = new Place(place, "[" + i + "]", place.depth + 1);
            value(array.getArrayElement(i), origin.item((int) i), item);
        }
        out.writeEndArray();
    }

    private void value(Value value, Origin origin, Place place) {
        if (value.isNull()) {
            out.writeNull();
        } else if (value.isBoolean()) {
            out.writeBoolean(value.asBoolean());
        } else if (value.isString()) {
            out.writeString(wellFormed(value.asString()));
        } else if (value.isNumber()) {
            number(value, origin, place);
        } else if (value.canExecute()) {
            throw invalid(place + " is a function");
        } else if (value.isInstant()) {
            out.writeDateTime(value.asInstant().toEpochMilli());
        } else if (value.hasMembers()) {
            composed(value, origin, place);
        } else {
            throw invalid(place + " is a " + typeName(value));
        }
        if (buffer.getSize() > LARGEST) {
            throw invalid(place.root() + " is larger than " + LARGEST + " bytes");
        }
    }

    private void composed(Value value, Origin origin, Place place) {
        switch (realm.kind(value)) {
            case "array" -> array(value, input.origin(value, origin), place);
            case "object" -> object(value, input.origin(value, origin), place);
            case "exact" -> encode(realm.exactOf(value).value());
            default -> {
                String type = typeName(value);
                throw invalid(place + " is " + (type.equals("Date") ? "an invalid Date" : article(type)));
            }
        }
    }

    private void number(Value value, Origin origin, Place place) {
        BsonValue untouched =
                origin == Origin.NONE || !value.fitsInDouble() ? null : origin.untouched(value.asDouble());
        if (untouched != null) {
            encode(untouched);
        } else if (value.fitsInLong()) {
            out.writeInt64(value.asLong());
        } else if (typeName(value).equals("bigint")) {
            integer(value.as(BigInteger.class), place);
        } else {
            written(value.asDouble());
        }
    }

    private void written(double number) {
        if (number == Math.rint(number) && number >= -0x1p63 && number < 0x1p63) {
            out.writeInt64((long) number);
        } else {
            out.writeDouble(number);
        }
    }

    private void integer(BigInteger value, Place place) {
        if (value.bitLength() < Long.SIZE) {
            out.writeInt64(value.longValue());
            return;
        }
        try {
            out.writeDecimal128(new Decimal128(new BigDecimal(value)));
        } catch (NumberFormatException e) {
            throw TapException.because(
                    e, ScriptError.OUTPUT_INVALID, "detail", place + " is a BigInt of more than 34 digits");
        }
    }

    private void encode(BsonValue value) {
        CODEC.encode(out, value, ENCODING);
    }

    private static void demandDepth(Place place) {
        if (place.depth > DEEPEST) {
            throw invalid(place.root() + " nests deeper than " + DEEPEST + ", or holds itself");
        }
    }

    static boolean isUndefined(Value value) {
        return value.isNull() && value.toString().equals("undefined");
    }

    /** As JavaScript calls the type: {@code bigint}, {@code symbol}; of objects their class. */
    static String typeName(Value value) {
        if (value.isBoolean()) {
            return "boolean";
        }
        if (value.isString()) {
            return "string";
        }
        Value type = value.getMetaObject();
        String name = type == null ? "object of no known class" : type.getMetaSimpleName();
        return value.isNumber() && !name.equals("bigint") ? "number" : name;
    }

    static String article(String typeName) {
        return ("AEIO".indexOf(Character.toUpperCase(typeName.charAt(0))) >= 0 ? "an " : "a ") + typeName;
    }

    /** Halves of characters, which UTF-8 cannot hold, become U+FFFD. */
    private static String wellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return mended(text);
            }
        }
        return text;
    }

    private static String mended(String text) {
        StringBuilder mended = new StringBuilder(text.length());
        text.codePoints()
                .forEach(point -> mended.appendCodePoint(
                        point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE ? 0xFFFD : point));
        return mended.toString();
    }

    /** A member's place, for faults; written out only when one is. */
    private record Place(Place parent, String name, int depth) {
        String root() {
            Place place = this;
            while (place.parent != null) {
                place = place.parent;
            }
            return "`" + place.name + "`";
        }

        private String path() {
            if (parent == null) {
                return name;
            }
            return parent.path() + (name.startsWith("[") ? "" : ".") + name;
        }

        @Override
        public String toString() {
            return "`" + path() + "`";
        }
    }
}
