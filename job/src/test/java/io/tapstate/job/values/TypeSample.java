package io.tapstate.job.values;

import io.tapstate.connectors.api.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * One column type with some of its values.
 *
 * @param family heading of the table in docs/types.md that shows it
 * @param declaration the type as {@code CREATE TABLE} takes it, with whatever belongs to it, for example {@code char(4)
 *     character set latin1}
 * @param representation what the plan must say of such a column; {@link ColumnType#UNSUPPORTED} for a type that plans
 *     refuse, which has no values
 * @param key whether the column is also tried as primary key and in {@code on}; its values are then all different
 * @param values what is written and what it becomes; a row of nulls comes by itself
 * @param note for docs/types.md; may be empty
 */
record TypeSample(
        String family, String declaration, ColumnType representation, boolean key, List<Value> values, String note) {
    /**
     * @param literal an SQL expression
     * @param expected what stands in documents
     */
    record Value(String literal, BsonValue expected) {}

    TypeSample {
        values = List.copyOf(values);
    }

    static TypeSample of(String family, String declaration, ColumnType representation) {
        return new TypeSample(family, declaration, representation, false, List.of(), "");
    }

    /** @param expected extended JSON, for example {@code {"$numberLong": "5"}} */
    TypeSample value(String literal, String expected) {
        List<Value> more = new ArrayList<>(values);
        BsonValue value = BsonDocument.parse("{\"v\": " + expected + "}").get("v");
        more.add(new Value(literal, Objects.requireNonNull(value)));
        return new TypeSample(family, declaration, representation, key, more, note);
    }

    TypeSample asKey() {
        return new TypeSample(family, declaration, representation, true, values, note);
    }

    TypeSample note(String text) {
        return new TypeSample(family, declaration, representation, key, values, text);
    }

    boolean refused() {
        return representation == ColumnType.UNSUPPORTED;
    }

    // Short forms of the expectations that are needed most.

    static String int64(long value) {
        return "{\"$numberLong\": \"" + value + "\"}";
    }

    static String decimal(String digits) {
        return "{\"$numberDecimal\": \"" + digits + "\"}";
    }

    /** @param value a number, {@code NaN}, {@code Infinity} or {@code -Infinity} */
    static String float64(String value) {
        return "{\"$numberDouble\": \"" + value + "\"}";
    }

    static String text(String value) {
        StringBuilder json = new StringBuilder("\"");
        for (char c : value.toCharArray()) {
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }

    /** @param hex two digits a byte */
    static String binary(String hex) {
        return binary(hex, "00");
    }

    /** @param uuid with or without its hyphens */
    static String uuid(String uuid) {
        return binary(uuid.replace("-", ""), "04");
    }

    private static String binary(String hex, String subtype) {
        byte[] bytes = new byte[hex.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
        }
        return "{\"$binary\": {\"base64\": \"" + java.util.Base64.getEncoder().encodeToString(bytes)
                + "\", \"subType\": \"" + subtype + "\"}}";
    }

    /** @param instant ISO 8601 with a zone, in the years that {@link java.time.Instant} can parse */
    static String instant(String instant) {
        return "{\"$date\": {\"$numberLong\": \""
                + java.time.Instant.parse(instant).toEpochMilli() + "\"}}";
    }

    /** @param date ISO 8601 */
    static String date(String date) {
        return "{\"$date\": {\"$numberLong\": \""
                + java.time.LocalDate.parse(date).toEpochDay() * 86_400_000L + "\"}}";
    }
}
