package io.tapstate.planner.expression;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** Where in a database's log a pipeline starts: {@code settings.start_from}. */
public sealed interface StartFrom {
    /** The oldest change that the log still has. */
    record Earliest() implements StartFrom {}

    /** The end of the log when the pipeline starts. */
    record Latest() implements StartFrom {}

    /** The first change at or after this instant. */
    record At(Instant instant) implements StartFrom {}

    sealed interface Outcome permits Parsed, Faults {
        /** Empty when it parsed. */
        List<ExpressionFault> faults();
    }

    record Parsed(StartFrom value) implements Outcome {
        @Override
        public List<ExpressionFault> faults() {
            return List.of();
        }
    }

    record Faults(List<ExpressionFault> faults) implements Outcome {
        public Faults {
            faults = List.copyOf(faults);
        }
    }

    static Outcome parse(String text) {
        switch (text) {
            case "earliest":
                return new Parsed(new Earliest());
            case "latest":
                return new Parsed(new Latest());
            default:
                break;
        }
        try {
            return new Parsed(new At(OffsetDateTime.parse(text, DateTimeFormatter.ISO_OFFSET_DATE_TIME)
                    .toInstant()));
        } catch (DateTimeException e) {
            return new Faults(List.of(new ExpressionFault(
                    ExpressionError.START_FROM_UNPARSABLE,
                    "it is neither a word nor an instant",
                    "write `earliest`, `latest`, or an instant with its zone such as `2026-01-31T08:00:00Z`",
                    text,
                    0)));
        }
    }
}
