package io.tapstate.cli.gateway;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What Flink says about one job at one moment.
 *
 * @param state Flink's word: {@code RUNNING}, {@code RESTARTING}, {@code FAILED}, ...
 * @param restarts how often it was restarted since this engine started
 * @param tables sorted by source and table
 * @param counters further metrics of ours, by step and name, sorted
 */
public record JobView(
        String id,
        String name,
        String state,
        Instant started,
        Instant observed,
        long restarts,
        Optional<CheckpointView> lastCheckpoint,
        List<TableView> tables,
        Map<String, String> counters) {
    public JobView {
        tables = List.copyOf(tables);
    }

    /** A metric of that name, summed over all steps that have it. */
    public long total(String metric) {
        return counters.entrySet().stream()
                .filter(counter -> counter.getKey().endsWith("." + metric))
                .mapToLong(counter -> (long) Double.parseDouble(counter.getValue()))
                .sum();
    }

    /** @param size bytes written by this checkpoint */
    public record CheckpointView(long number, Instant completed, Duration duration, long size, long stateSize) {}

    /**
     * @param table {@code <source id>/<namespace>.<table>}
     * @param streaming whether its source follows the log
     * @param snapshotRows rows read by the snapshot since this engine started
     * @param changes changes read from the log since then
     */
    public record TableView(String table, boolean streaming, long snapshotRows, long changes) {}
}
