package io.tapstate.planner.plan;

import java.util.List;

/**
 * What becomes of one step.
 *
 * @param kind of the next plan; of the running one for a step that is removed
 * @param differences why; empty for a step that is new, kept or removed
 * @param reads the tables whose rows the step needs, known or not; empty where it keeps what it has
 */
public record StepChange(StepId id, String kind, Effect effect, List<Difference> differences, List<TableRead> reads) {
    /** In the order of how much happens. */
    public enum Effect {
        /** Nothing. */
        KEPT,
        /** It is another step now, whose state fits. */
        CHANGED_STATE_KEPT,
        /** It is another step now and starts from nothing, or what it reads does. */
        CHANGED_STATE_REBUILT,
        /** It was not there. */
        NEW,
        /** It is not there any more; its state is dropped. */
        REMOVED
    }

    public StepChange {
        differences = List.copyOf(differences);
        reads = List.copyOf(reads);
    }
}
