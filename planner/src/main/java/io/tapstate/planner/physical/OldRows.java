package io.tapstate.planner.physical;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.planner.logical.LogicalStep;
import io.tapstate.planner.logical.LogicalTable;
import io.tapstate.planner.logical.Stream;
import io.tapstate.planner.spec.TransformBody;

/** Which streams tell what a changed or deleted row was before. */
final class OldRows {
    private OldRows() {}

    /** Whether every update and delete of the stream carries the whole old row; also where there are none. */
    static boolean carried(Stream stream) {
        if (stream instanceof LogicalTable table) {
            return !table.readsChanges() || table.schema().beforeImage() == BeforeImage.FULL;
        }
        LogicalStep step = (LogicalStep) stream;
        if (step.body() instanceof TransformBody.Script) {
            // It may send updates and deletes of its own making.
            return false;
        }
        if (step.body() instanceof TransformBody.Join) {
            return true;
        }
        if (step.body() instanceof TransformBody.Nest) {
            // A document that changes is sent as it is now.
            return !changes(stream);
        }
        return step.inputs().stream().allMatch(input -> carried(input.stream()));
    }

    private static boolean changes(Stream stream) {
        if (stream instanceof LogicalTable table) {
            return table.readsChanges();
        }
        LogicalStep step = (LogicalStep) stream;
        return step.body() instanceof TransformBody.Script
                || step.inputs().stream().anyMatch(input -> changes(input.stream()));
    }
}
