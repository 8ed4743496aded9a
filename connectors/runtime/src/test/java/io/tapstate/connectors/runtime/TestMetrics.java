package io.tapstate.connectors.runtime;

import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/** Keeps every metric of group {@code tapstate} of the jobs of this process, also after they ended. */
public final class TestMetrics implements MetricReporter, MetricReporterFactory {
    private static final Map<Metric, String> METRICS = new ConcurrentHashMap<>();

    /** Forgets what earlier jobs had. */
    public static void clear() {
        METRICS.clear();
    }

    /** The sum over all subtasks of the metrics whose path below the operator is {@code path}; -1 without any. */
    public static long sum(String path) {
        long sum = 0;
        int found = 0;
        for (Map.Entry<Metric, String> entry : METRICS.entrySet()) {
            if (entry.getValue().equals(path)) {
                found++;
                sum += value(entry.getKey());
            }
        }
        return found == 0 ? -1 : sum;
    }

    private static long value(Metric metric) {
        return metric instanceof Counter counter
                ? counter.getCount()
                : ((Number) ((Gauge<?>) metric).getValue()).longValue();
    }

    @Override
    public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
        String[] scope = group.getScopeComponents();
        int start = Arrays.asList(scope).indexOf("tapstate");
        if (start >= 0) {
            METRICS.put(metric, String.join(".", Arrays.copyOfRange(scope, start + 1, scope.length)) + "/" + name);
        }
    }

    @Override
    public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {}

    @Override
    public MetricReporter createMetricReporter(Properties properties) {
        return new TestMetrics();
    }

    @Override
    public void open(MetricConfig config) {}

    @Override
    public void close() {}
}
