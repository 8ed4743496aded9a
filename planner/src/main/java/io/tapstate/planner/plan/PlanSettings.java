package io.tapstate.planner.plan;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a pipeline is run, as opposed to what it does: no state depends on these, so they are not part of the fingerprint.
 *
 * @param parallelism subtasks per step; empty leaves it to the cluster
 * @param errorPolicy for rows that a step cannot process
 * @param batchSize most rows in one write; empty leaves it to the target
 * @param schedule cron expression of a bounded pipeline; empty for one run
 */
public record PlanSettings(
        OptionalInt parallelism, ErrorPolicy errorPolicy, OptionalInt batchSize, Optional<String> schedule) {
    /** Everything as it is when nothing is written. */
    public static final PlanSettings DEFAULT =
            new PlanSettings(OptionalInt.empty(), ErrorPolicy.FAIL, OptionalInt.empty(), Optional.empty());

    public PlanSettings withParallelism(OptionalInt subtasks) {
        return new PlanSettings(subtasks, errorPolicy, batchSize, schedule);
    }
}
