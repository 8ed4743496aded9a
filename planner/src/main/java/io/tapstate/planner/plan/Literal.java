package io.tapstate.planner.plan;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/** A constant of a {@code map}: what YAML can say, with the digits its author wrote. */
public sealed interface Literal {
    record Text(String value) implements Literal {}

    record Flag(boolean value) implements Literal {}

    record Whole(BigInteger value) implements Literal {}

    record Decimal(BigDecimal value) implements Literal {}

    /** A value that has no digits: an infinity or NaN. */
    record Special(double value) implements Literal {}

    record Null() implements Literal {}

    record Items(List<Literal> items) implements Literal {
        public Items {
            items = List.copyOf(items);
        }
    }

    /** In the order they are written. */
    record Fields(List<Field> fields) implements Literal {
        public Fields {
            fields = List.copyOf(fields);
        }
    }

    record Field(String name, Literal value) {}
}
