package io.tapstate.job.operator;

import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.BooleanSerializer;

/**
 * Tells whether a step continues from a checkpoint of itself. An operator without state is told that it does not, even
 * in a job that does, so steps that keep dead letters keep this one mark.
 */
final class RestoredMark {
    private static final String NAME = "restored-mark";

    private RestoredMark() {}

    /** Whether the mark is there. It is in every checkpoint from now on. To be called once, when state is set up. */
    static boolean found(OperatorStateStore state) throws Exception {
        // Every subtask gets all marks, so it does not matter how many subtasks there were.
        ListState<Boolean> marks = state.getUnionListState(new ListStateDescriptor<>(NAME, BooleanSerializer.INSTANCE));
        boolean found = marks.get().iterator().hasNext();
        marks.clear();
        marks.add(true);
        return found;
    }
}
