package io.tapstate.planner.plan;

import java.util.List;

/**
 * What becomes of what applications read.
 *
 * @param step the step that writes it, or wrote it
 * @param what for people: {@code the collection `orders`}
 */
public record TargetChange(StepId step, List<String> what, Effect effect) {
    public enum Effect {
        /** Nothing but ordinary changes. */
        UNTOUCHED,
        /** It is filled for the first time. */
        FILLED,
        /** Every document or row is written again; those that no longer come about stay. */
        REWRITTEN,
        /** Nothing writes it any more; it stays as it is. */
        LEFT
    }

    public TargetChange {
        what = List.copyOf(what);
    }
}
