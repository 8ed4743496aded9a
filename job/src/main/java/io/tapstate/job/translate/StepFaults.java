package io.tapstate.job.translate;

import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.registry.ConnectorRuntimes;
import io.tapstate.connectors.runtime.DeadLetterStore;
import io.tapstate.connectors.runtime.RecordFaults;
import io.tapstate.connectors.runtime.RecordFaults.Policy;
import io.tapstate.connectors.runtime.RowChangeTypeInfo;
import io.tapstate.connectors.runtime.RowKeyTypeInfo;
import io.tapstate.job.operator.GuardedStepOperator;
import io.tapstate.job.operator.PassRowsFunction;
import io.tapstate.planner.plan.IncomingRows;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.Origin;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * The pipeline's error policy, brought to every step that a single row can fail in. Under {@code fail} steps are wired as
 * if there were no policies; under the others the same uids hold operators that leave rows out.
 */
final class StepFaults {
    private static final String STORE = "${TAPSTATE_VIEWS_URI}";
    private static final String ANY_TABLE = "";
    private static final KeySelector<RowChange, RowKey> BY_ROW = RowChange::key;

    private final RecordFaults faults;

    private StepFaults(RecordFaults faults) {
        this.faults = faults;
    }

    /**
     * As the plan says.
     *
     * @param variables looks up where dead letters go
     * @throws io.tapstate.connectors.diagnostics.TapException {@code dsl.undefined-variable} when letters go nowhere
     */
    static StepFaults of(JobPlan plan, UnaryOperator<String> variables) {
        Policy policy = switch (plan.settings().errorPolicy()) {
            case FAIL -> Policy.FAIL;
            case SKIP -> Policy.SKIP;
            case DEAD_LETTER -> Policy.DEAD_LETTER;
        };
        DeadLetterStore letters = policy == Policy.DEAD_LETTER
                ? ConnectorRuntimes.deadLetters(new ConnectionConfig(Map.of("uri", STORE)).resolved(variables))
                : null;
        return new StepFaults(new RecordFaults(policy, plan.pipeline(), "", new TreeMap<>(), letters));
    }

    /** The policy at a step whose rows are all identified by the same columns. */
    RecordFaults at(String step, List<String> key) {
        return at(step, Map.of(ANY_TABLE, key));
    }

    /** @param keys by table, the columns that identify a row that comes in */
    RecordFaults at(String step, Map<String, List<String>> keys) {
        return faults.at(step, keys);
    }

    static Map<String, List<String>> keysOfIncoming(List<IncomingRows> incoming) {
        Map<String, List<String>> keys = new HashMap<>();
        incoming.forEach(rows -> keys.put(rows.table(), rows.key()));
        return keys;
    }

    static Map<String, List<String>> keys(List<Origin> origins) {
        Map<String, List<String>> keys = new HashMap<>();
        origins.forEach(origin -> keys.putIfAbsent(origin.table(), origin.key()));
        return keys;
    }

    /** Runs a function on each row that comes to a step. */
    <T> SingleOutputStreamOperator<T> run(
            DataStream<RowChange> rows,
            FlatMapFunction<RowChange, T> function,
            TypeInformation<T> type,
            RecordFaults step) {
        if (step.policy() == Policy.FAIL) {
            return rows.flatMap(function, type);
        }
        return spread(rows, step).transform(step.step(), type, new GuardedStepOperator<>(function, step));
    }

    /**
     * What goes to a sink: where its dead letters come back in, in order with newer changes of the same rows.
     *
     * @param step the sink's
     */
    DataStream<RowChange> toSink(DataStream<RowChange> rows, RecordFaults step) {
        if (!step.keepsLetters()) {
            return rows;
        }
        return run(rows, new PassRowsFunction(), RowChangeTypeInfo.INSTANCE, step)
                .uid(step.step() + "/replays")
                .name("replays of " + step.step());
    }

    /** So that all changes of a row pass one subtask, and the letters of that row can be tried there. */
    private static DataStream<RowChange> spread(DataStream<RowChange> rows, RecordFaults step) {
        if (!step.keepsLetters() || rows.getExecutionEnvironment().getParallelism() == 1) {
            return rows;
        }
        return new DataStream<>(
                rows.getExecutionEnvironment(),
                rows.keyBy(BY_ROW, RowKeyTypeInfo.INSTANCE).getTransformation());
    }
}
