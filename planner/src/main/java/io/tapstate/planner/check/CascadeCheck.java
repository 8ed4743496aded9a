package io.tapstate.planner.check;

import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.logical.Cascade;
import io.tapstate.planner.logical.LogicalPipeline;
import io.tapstate.planner.logical.UsedStreams;

/** Says where a database changes rows without a trace in its log, and what becomes of them. */
final class CascadeCheck implements PipelineCheck {
    @Override
    public void check(LogicalPipeline pipeline, Faults faults) {
        for (Cascade cascade : Cascade.of(UsedStreams.of(pipeline).tables())) {
            if (cascade.obstacle().isPresent()) {
                faults.add(
                        cascade.child().span(),
                        CheckError.CASCADE_NOT_FOLLOWED,
                        "child",
                        cascade.child().schema().id(),
                        "columns",
                        String.join(", ", cascade.key().columns()),
                        "parent",
                        cascade.key().parent(),
                        "actions",
                        cascade.actions(),
                        "obstacle",
                        cascade.obstacle().get());
            } else {
                faults.add(
                        cascade.child().span(),
                        CheckError.CASCADE_NOT_LOGGED,
                        "child",
                        cascade.child().schema().id(),
                        "columns",
                        String.join(", ", cascade.key().columns()),
                        "parent",
                        cascade.key().parent(),
                        "actions",
                        cascade.actions());
            }
        }
    }
}
