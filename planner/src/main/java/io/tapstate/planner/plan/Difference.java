package io.tapstate.planner.plan;

import java.util.Optional;

/**
 * One thing that is not as it was.
 *
 * @param property where in the step, for example {@code embeds[items].array_key}; empty for a step as a whole
 * @param before as people read it; empty where there was nothing, or where values are not shown
 * @param after likewise
 * @param sentence the whole as one sentence without a full stop
 */
public record Difference(Kind kind, String property, Optional<String> before, Optional<String> after, String sentence) {
    /** What happened. */
    public enum Kind {
        ADDED,
        REMOVED,
        CHANGED
    }

    static Difference of(String property, Object before, Object after) {
        Optional<String> was = StepProperties.shown(property, before);
        Optional<String> is = StepProperties.shown(property, after);
        if (before == null) {
            return new Difference(
                    Kind.ADDED,
                    property,
                    was,
                    is,
                    "`" + property + "` is new" + is.map(v -> ": " + v).orElse(""));
        }
        if (after == null) {
            return new Difference(
                    Kind.REMOVED,
                    property,
                    was,
                    is,
                    "`" + property + "` is gone" + was.map(v -> "; it was " + v).orElse(""));
        }
        String values = was.isPresent() && is.isPresent()
                ? "`" + property + "` was " + was.get() + " and is " + is.get()
                : "`" + property + "` has another value";
        return new Difference(Kind.CHANGED, property, was, is, values);
    }

    /** A reason that is no property's. */
    static Difference because(String sentence) {
        return new Difference(Kind.CHANGED, "", Optional.empty(), Optional.empty(), sentence);
    }
}
