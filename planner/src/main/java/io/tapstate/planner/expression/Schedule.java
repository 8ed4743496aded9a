package io.tapstate.planner.expression;

import java.util.List;

/** The cron line of {@code settings.schedule}: five fields, minute first, as UNIX has them. */
public final class Schedule {
    private Schedule() {}

    public sealed interface Outcome permits Parsed, Faults {
        /** Empty when it parsed. */
        List<ExpressionFault> faults();
    }

    /**
     * @param text with one blank between fields
     * @param description in English, such as {@code at 02:30}
     */
    public record Parsed(String text, String description) implements Outcome {
        @Override
        public List<ExpressionFault> faults() {
            return List.of();
        }
    }

    public record Faults(List<ExpressionFault> faults) implements Outcome {
        public Faults {
            faults = List.copyOf(faults);
        }
    }

    public static Outcome parse(String text) {
        return ScheduleJudgement.of(text);
    }
}
