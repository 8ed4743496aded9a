package io.tapstate.job.local;

import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.job.metrics.LoadMetrics;
import java.net.BindException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.metrics.MetricRegistryConfiguration;
import org.apache.flink.runtime.metrics.MetricRegistryImpl;
import org.apache.flink.runtime.metrics.ReporterSetup;
import org.apache.flink.runtime.metrics.TraceReporterSetup;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;

/** Flink in this process, with its dashboard, and with its metrics handed to us directly. */
final class EngineCluster extends MiniCluster {
    private final MiniClusterConfiguration configuration;
    private final LoadMetrics metrics;

    private EngineCluster(MiniClusterConfiguration configuration, LoadMetrics metrics) {
        super(configuration);
        this.configuration = configuration;
        this.metrics = metrics;
    }

    /** @throws TapException {@code engine.no-free-port} */
    static EngineCluster start(Configuration settings, LoadMetrics metrics) throws Exception {
        MiniClusterConfiguration configuration = new MiniClusterConfiguration.Builder()
                .setConfiguration(settings)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(settings.get(TaskManagerOptions.NUM_TASK_SLOTS))
                .setCommonBindAddress(settings.get(RestOptions.BIND_ADDRESS))
                .build();
        EngineCluster cluster = new EngineCluster(configuration, metrics);
        try {
            cluster.start();
        } catch (Exception e) {
            if (FailureCause.find(e, BindException.class).isPresent()) {
                throw TapException.because(e, EngineError.NO_FREE_PORT, "ports", settings.get(RestOptions.BIND_PORT));
            }
            throw e;
        }
        return cluster;
    }

    @Override
    protected MetricRegistryImpl createMetricRegistry(Configuration settings, long longestMessage) {
        List<ReporterSetup> reporters =
                new ArrayList<>(ReporterSetup.fromConfiguration(settings, configuration.getPluginManager()));
        reporters.add(ReporterSetup.forReporter("tapstate", metrics));
        return new MetricRegistryImpl(
                MetricRegistryConfiguration.fromConfiguration(settings, longestMessage),
                reporters,
                TraceReporterSetup.fromConfiguration(settings, configuration.getPluginManager()));
    }
}
