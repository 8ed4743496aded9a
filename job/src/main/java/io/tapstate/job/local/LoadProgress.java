package io.tapstate.job.local;

import io.tapstate.job.metrics.LoadMetrics;
import io.tapstate.planner.plan.ReadMode;
import io.tapstate.planner.plan.ReadTablesStep;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Turns a job's metrics into the events {@code progress}, {@code snapshot} and {@code streaming}, each in its time. */
final class LoadProgress {
    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private final PreparedJob job;
    private final LoadMetrics metrics;
    private final EngineEvents events;
    private final boolean readsTables;
    private final boolean resumed;

    private Map<String, Long> told = Map.of();
    private long toldAt = System.nanoTime() - QUIET_NANOS;
    private boolean snapshotTold;
    private boolean streamingTold;

    LoadProgress(PreparedJob job, ReadMode mode, boolean resumed, LoadMetrics metrics, EngineEvents events) {
        this.job = job;
        this.metrics = metrics;
        this.events = events;
        this.readsTables = mode != ReadMode.CDC_ONLY;
        this.resumed = resumed;
    }

    /** Looks once, while the job runs. */
    void look() {
        if (streamingTold) {
            return;
        }
        Map<String, Long> rows = rows();
        boolean loaded = job.sinks().stream().allMatch(sink -> metrics.loadedSubtasks(sink.id()) >= sink.subtasks());
        if (loaded) {
            tellSnapshot(rows);
        } else {
            tellProgress(rows);
        }
        if (loaded && streaming()) {
            streamingTold = true;
            events.streaming(rows);
        }
    }

    /** The job ended by itself: all rows are in. */
    void ended() {
        tellSnapshot(rows());
    }

    /** The job restarts by itself; it will stream again. */
    void interrupted() {
        streamingTold = false;
    }

    private void tellProgress(Map<String, Long> rows) {
        boolean any = rows.values().stream().anyMatch(count -> count > 0);
        if (!snapshotTold && any && !rows.equals(told) && System.nanoTime() - toldAt >= QUIET_NANOS) {
            told = rows;
            toldAt = System.nanoTime();
            events.progress(rows);
        }
    }

    private void tellSnapshot(Map<String, Long> rows) {
        boolean any = rows.values().stream().anyMatch(count -> count > 0);
        if (readsTables && !snapshotTold && (!resumed || any)) {
            events.snapshot(rows);
        }
        snapshotTold = true;
    }

    private boolean streaming() {
        return job.sources().stream()
                .map(PreparedJob.SourceOperator::operator)
                .allMatch(source -> metrics.streamingSubtasks(source.id()) >= source.subtasks());
    }

    private Map<String, Long> rows() {
        Map<String, Long> rows = new TreeMap<>();
        for (PreparedJob.SourceOperator source : job.sources()) {
            Map<String, Long> counted = metrics.snapshotRows(source.operator().id());
            for (ReadTablesStep.Table table : source.step().tables()) {
                String name = table.table().toString();
                rows.put(source.step().source() + "/" + name, counted.getOrDefault(name, 0L));
            }
        }
        return rows;
    }
}
