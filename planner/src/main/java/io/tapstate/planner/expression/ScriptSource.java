package io.tapstate.planner.expression;

import java.util.List;

/** The JavaScript of a {@code js} step: its syntax, and the functions that it must define. Nothing of it is run. */
public final class ScriptSource {
    private ScriptSource() {}

    public sealed interface Outcome permits Parsed, Faults {
        /** Empty when the script can be used. */
        List<ExpressionFault> faults();
    }

    /** @param hasFilter whether {@code filter(record)} is defined, to be asked first */
    public record Parsed(boolean hasFilter) implements Outcome {
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
        return ScriptJudgement.of(text);
    }
}
