package io.tapstate.job.script;

import java.time.Instant;
import java.util.Base64;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonValue;
import org.bson.UuidRepresentation;
import org.bson.types.Decimal128;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/**
 * A BSON value that JavaScript cannot hold. A script sees an object that reads as a text, and can hand it on; the value
 * itself stays here. Calling it gives the text.
 */
record ExactValue(BsonValue value) implements ProxyExecutable {
    @Override
    public Object execute(Value... arguments) {
        return text();
    }

    String text() {
        return switch (value.getBsonType()) {
            case DECIMAL128 -> digits(value.asDecimal128().getValue());
            case BINARY -> text(value.asBinary());
            case DATE_TIME ->
                Instant.ofEpochMilli(value.asDateTime().getValue()).toString();
            case OBJECT_ID -> value.asObjectId().getValue().toHexString();
            default -> value.toString();
        };
    }

    /** Without an exponent. */
    private static String digits(Decimal128 decimal) {
        String text = decimal.toString();
        boolean plain = decimal.isNaN() || decimal.isInfinite() || text.startsWith("-0");
        return plain ? text : decimal.bigDecimalValue().toPlainString();
    }

    private static String text(BsonBinary binary) {
        return binary.getType() == BsonBinarySubType.UUID_STANDARD.getValue() && binary.getData().length == 16
                ? binary.asUuid(UuidRepresentation.STANDARD).toString()
                : Base64.getEncoder().encodeToString(binary.getData());
    }
}
