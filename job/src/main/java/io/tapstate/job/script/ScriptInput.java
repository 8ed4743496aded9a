package io.tapstate.job.script;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.row.RawRow;
import java.util.HashMap;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.graalvm.polyglot.Value;

/**
 * One change as a script sees it: {@code {op, ts, src, before, after, schema}} of plain JavaScript objects.
 *
 * <p>int64 is a number, beyond 2^53 a BigInt; double, text, boolean and null are themselves; a BSON date is a Date;
 * documents and arrays are objects and arrays. Everything else is an {@link ExactValue}. JavaScript has one kind of number,
 * so this also remembers which whole numbers were no int64: see {@link Origin}.
 */
final class ScriptInput {
    private static final long EXACT_IN_A_NUMBER = 1L << 53;
    private static final long LAST_DATE = 8_640_000_000_000_000L;

    private final ScriptRealm realm;
    private final RowChange change;
    private final Map<Value, BsonValue> origins = new HashMap<>();
    private BsonDocument before;
    private BsonDocument after;
    private boolean wholeNumbers;

    ScriptInput(ScriptRealm realm, RowChange change) {
        this.realm = realm;
        this.change = change;
    }

    RowChange change() {
        return change;
    }

    /** The record, built anew at each call. */
    Value record() {
        before = change.before() == null ? null : RawRow.decode(change.before());
        after = change.after() == null ? null : RawRow.decode(change.after());
        return realm.function("record")
                .execute(
                        change.kind().letter(),
                        (double) change.timestamp(),
                        change.table().name(),
                        image(before),
                        image(after));
    }

    /** What an image that a script hands out may have kept of this change's. */
    Origin origin(boolean ofAfter) {
        return wholeNumbers ? new Origin(ofAfter ? after : before, ofAfter ? before : after) : Origin.NONE;
    }

    /** The object's own origin where the script got the object from us, else the one that its place suggests. */
    Origin origin(Value container, Origin byPlace) {
        BsonValue own = origins.isEmpty() ? null : origins.get(container);
        return own == null ? byPlace : new Origin(own, null);
    }

    private Value image(BsonDocument row) {
        return row == null ? realm.nothing() : object(row);
    }

    private Value object(BsonDocument document) {
        Value object = realm.object();
        document.forEach((name, value) -> realm.put(object, name, seen(value)));
        remember(object, document, document.values());
        return object;
    }

    private Value array(BsonArray items) {
        Value array = realm.array();
        for (int i = 0; i < items.size(); i++) {
            array.setArrayElement(i, seen(items.get(i)));
        }
        remember(array, items, items);
        return array;
    }

    private void remember(Value container, BsonValue document, Iterable<BsonValue> values) {
        for (BsonValue value : values) {
            if (value.isInt32() || value.isDouble() && isWhole(value.asDouble().getValue())) {
                wholeNumbers = true;
                origins.put(container, document);
                return;
            }
        }
    }

    static boolean isWhole(double number) {
        return number == Math.rint(number) && !Double.isInfinite(number);
    }

    private Object seen(BsonValue value) {
        return switch (value.getBsonType()) {
            case NULL -> realm.nothing();
            case BOOLEAN -> value.asBoolean().getValue();
            case STRING -> value.asString().getValue();
            case INT32 -> value.asInt32().getValue();
            case INT64 -> integer(value.asInt64().getValue());
            case DOUBLE -> value.asDouble().getValue();
            case DATE_TIME -> date(value);
            case DOCUMENT -> object(value.asDocument());
            case ARRAY -> array(value.asArray());
            default -> realm.exact(new ExactValue(value));
        };
    }

    private Object integer(long value) {
        if (value == (int) value) {
            return (int) value;
        }
        boolean exact = value >= -EXACT_IN_A_NUMBER && value <= EXACT_IN_A_NUMBER;
        return exact ? (Object) (double) value : realm.integer(value);
    }

    private Value date(BsonValue value) {
        long millis = value.asDateTime().getValue();
        boolean held = millis >= -LAST_DATE && millis <= LAST_DATE;
        return held ? realm.date(millis) : realm.exact(new ExactValue(value));
    }

    /**
     * Where a number may come from. A whole number that equals the double (or int32) in its place there is that value,
     * untouched; any other whole number is an int64.
     *
     * @param first a document or an array; may be null
     * @param second where to look when the first holds another value; may be null
     */
    record Origin(BsonValue first, BsonValue second) {
        static final Origin NONE = new Origin(null, null);

        Origin child(String name) {
            return this == NONE ? NONE : of(member(first, name), member(second, name));
        }

        Origin item(int index) {
            return this == NONE ? NONE : of(item(first, index), item(second, index));
        }

        /** The untouched value; null when the number is none. */
        BsonValue untouched(double number) {
            return is(first, number) ? first : is(second, number) ? second : null;
        }

        private static Origin of(BsonValue first, BsonValue second) {
            return first == null && second == null ? NONE : new Origin(first, second);
        }

        private static BsonValue member(BsonValue container, String name) {
            return container != null && container.isDocument()
                    ? container.asDocument().get(name)
                    : null;
        }

        private static BsonValue item(BsonValue container, int index) {
            return container != null
                            && container.isArray()
                            && index < container.asArray().size()
                    ? container.asArray().get(index)
                    : null;
        }

        private static boolean is(BsonValue value, double number) {
            return value != null
                    && (value.isDouble()
                                    && Double.doubleToLongBits(value.asDouble().getValue())
                                            == Double.doubleToLongBits(number)
                            || value.isInt32() && value.asInt32().getValue() == number);
        }
    }
}
