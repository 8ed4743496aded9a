package io.tapstate.job.metrics;

import io.tapstate.connectors.runtime.SinkMetrics;
import io.tapstate.connectors.runtime.SourceMetrics;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;

/**
 * Collects what sources and sinks count while a job runs in this process. Keeps a counter after its task has ended, so
 * that the sums of a finished job can still be read; a gauge counts only while its task runs.
 */
public final class LoadMetrics implements MetricReporter {
    private static final String GROUP = "tapstate";
    private static final String TABLE = "table";

    private record Series(String operator, String table, String subtask) {}

    private final Map<Series, Counter> snapshotRows = new HashMap<>();
    private final Map<Metric, String> streaming = new HashMap<>();
    private final Map<Metric, String> loaded = new HashMap<>();

    @Override
    public void open(MetricConfig config) {
        // Nothing to set up: metrics are handed in.
    }

    @Override
    public void close() {
        // What was counted stays readable.
    }

    @Override
    public synchronized void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
        String operator = group.getAllVariables().get("<operator_id>");
        if (operator == null) {
            return;
        }
        if (metric instanceof Counter counter && name.equals(SourceMetrics.SNAPSHOT_ROWS)) {
            String subtask = group.getAllVariables().get("<subtask_index>");
            snapshotRows.put(new Series(operator, table(group.getScopeComponents()), subtask), counter);
        } else if (metric instanceof Gauge && name.equals(SourceMetrics.STREAMING)) {
            streaming.put(metric, operator);
        } else if (metric instanceof Gauge && name.equals(SinkMetrics.LOADED)) {
            loaded.put(metric, operator);
        }
    }

    @Override
    public synchronized void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {
        streaming.remove(metric);
        loaded.remove(metric);
    }

    /** Snapshot rows per table of one operator, read since its present attempt started. Table as {@code TableId} text. */
    public synchronized Map<String, Long> snapshotRows(String operator) {
        Map<String, Long> rows = new TreeMap<>();
        snapshotRows.forEach((series, counter) -> {
            if (series.operator().equals(operator)) {
                rows.merge(series.table(), counter.getCount(), Long::sum);
            }
        });
        return rows;
    }

    /** How many subtasks of an operator follow the log. */
    public synchronized int streamingSubtasks(String operator) {
        return ones(streaming, operator);
    }

    /** How many subtasks of an operator have written the whole initial load. */
    public synchronized int loadedSubtasks(String operator) {
        return ones(loaded, operator);
    }

    private static int ones(Map<Metric, String> gauges, String operator) {
        int ones = 0;
        for (Map.Entry<Metric, String> gauge : gauges.entrySet()) {
            if (gauge.getValue().equals(operator)
                    && ((Gauge<?>) gauge.getKey()).getValue() instanceof Number value
                    && value.intValue() == 1) {
                ones++;
            }
        }
        return ones;
    }

    // [..., tapstate, table, <namespace>, <name>]; the group may have been opened in one piece or in several.
    private static String table(String[] scope) {
        for (int i = 0; i + 2 < scope.length; i++) {
            if (scope[i].equals(GROUP) && scope[i + 1].equals(TABLE)) {
                return String.join(".", Arrays.copyOfRange(scope, i + 2, scope.length));
            }
        }
        return String.join(".", scope);
    }
}
