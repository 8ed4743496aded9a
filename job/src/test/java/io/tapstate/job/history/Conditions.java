package io.tapstate.job.history;

import java.math.BigDecimal;
import java.util.Random;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.bson.BsonValue;

/** Conditions on one column, in CEL and in Java. None of them fails on a null. */
final class Conditions {
    private static final Pattern EVEN = Pattern.compile("[02468][~!]*$");

    private Conditions() {}

    /** A condition that some values of the column meet; null where there is none to ask for. */
    static Rule.Filter of(Random random, Column column, String name) {
        if (column.nullable() && random.nextInt(3) == 0) {
            return random.nextInt(4) == 0
                    ? filter(name, "after.X == null", value -> value.isNull())
                    : filter(name, "after.X != null", value -> !value.isNull());
        }
        Rule.Filter filter = switch (column.use()) {
            case KEY -> ofKey(column, name);
            case ORDER -> ofOrder(column, name);
            case PAYLOAD ->
                filter(
                        name,
                        "after.X == null || !after.X.matches('[02468][~!]*$')",
                        value -> value.isNull()
                                || !EVEN.matcher(value.asString().getValue()).find());
        };
        return filter;
    }

    private static Rule.Filter ofKey(Column column, String name) {
        return switch (column.type()) {
            case INTEGER ->
                filter(
                        name,
                        "after.X != null && after.X % 3 != 0",
                        value -> !value.isNull() && value.asInt64().getValue() % 3 != 0);
            case STRING ->
                filter(
                        name,
                        "after.X != null && !after.X.startsWith('a')",
                        value -> !value.isNull() && !value.asString().getValue().startsWith("a"));
            default -> null;
        };
    }

    private static Rule.Filter ofOrder(Column column, String name) {
        return switch (column.type()) {
            case INTEGER ->
                filter(
                        name,
                        "after.X == null || after.X >= 0",
                        value -> value.isNull() || value.asInt64().getValue() >= 0);
            case DOUBLE ->
                filter(
                        name,
                        "after.X != null && after.X < 1000.0",
                        value -> !value.isNull() && value.asDouble().getValue() < 1000);
            case DECIMAL ->
                filter(
                        name,
                        "after.X == null || after.X >= decimal('9.99')",
                        value -> value.isNull()
                                || value.asDecimal128()
                                                .getValue()
                                                .bigDecimalValue()
                                                .compareTo(new BigDecimal("9.99"))
                                        >= 0);
            case TIMESTAMP ->
                filter(
                        name,
                        "after.X != null && after.X > timestamp('1970-01-01T00:00:00Z')",
                        value -> !value.isNull() && value.asDateTime().getValue() > 0);
            default ->
                filter(
                        name,
                        "after.X == null || after.X != ''",
                        value -> value.isNull() || !value.asString().getValue().isEmpty());
        };
    }

    private static Rule.Filter filter(String name, String expression, Predicate<BsonValue> holds) {
        return new Rule.Filter(expression.replace("X", name), row -> holds.test(row.get(name)));
    }
}
