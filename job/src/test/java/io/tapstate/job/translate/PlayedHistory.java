package io.tapstate.job.translate;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.job.history.HistoryCase;
import io.tapstate.job.history.SourceLog;
import io.tapstate.planner.plan.StepId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bson.BsonDocument;

/**
 * Plays a history through the real operators, disturbed, and compares what sinks hold with the model.
 *
 * <p>Disturbances, drawn from a seed: restores from the last checkpoint, at another parallelism or the same; sources that
 * send again what came since the last checkpoint; any interleaving of sources, channels and time.
 */
final class PlayedHistory {
    private static final int WINDOW = 50;

    private final HistoryCase history;
    private final Random random;
    private final PlayedJob job;
    private final List<Source> sources = new ArrayList<>();
    private final Map<StepId, TreeMap<RowKey, BsonDocument>> sinks = new HashMap<>();
    private final Map<StepId, Map<RowKey, Integer>> firstSends = new HashMap<>();
    private Checkpoint checkpoint;
    private boolean disturbed;
    private int sends;

    /** How a source stands. */
    private static final class Source {
        private final StepId step;
        private final SourceLog log;
        private int at;
        private int furthest;
        private boolean streaming;

        Source(StepId step, SourceLog log) {
            this.step = step;
            this.log = log;
        }
    }

    private record Position(int at, boolean streaming) {}

    private record Checkpoint(PlayedJob.Saved saved, List<Position> positions) {}

    PlayedHistory(HistoryCase history, long seed) {
        this.history = history;
        this.random = new Random(seed);
        this.job = new PlayedJob(history.plan(), random);
        history.logs().forEach((id, log) -> sources.add(new Source(new StepId("source." + id), log)));
        for (StepId nest : history.outputs()) {
            sinks.put(nest, new TreeMap<>());
            firstSends.put(nest, new HashMap<>());
            job.sink(nest, (subtask, change) -> write(nest, change));
        }
    }

    /**
     * @param restarts how often it is set back
     * @throws AssertionError when a document is not what the model says
     */
    void play(int restarts) throws Exception {
        try {
            job.open(parallelism(), null);
            checkpoint();
            int total = sources.stream().mapToInt(source -> source.log.size()).sum() + 1;
            int left = restarts;
            while (sources.stream().anyMatch(this::goesOn)) {
                step();
                if (random.nextInt(total) < 2 * restarts) {
                    checkpoint();
                }
                if (left > 0 && random.nextInt(total) < 2 * restarts) {
                    left--;
                    disturbed = true;
                    if (random.nextInt(3) == 0) {
                        repeat();
                    } else {
                        restore();
                    }
                }
            }
            job.drain();
            settle();
            check();
        } finally {
            job.close();
        }
    }

    /**
     * Sets everything back after every element: first to before it, so that it comes twice, then to what it left behind.
     *
     * @throws AssertionError when a document is not what the model says
     */
    void playRestoringAfterEach() throws Exception {
        try {
            job.open(parallelism(), null);
            disturbed = true;
            checkpoint();
            while (sources.stream().anyMatch(this::goesOn)) {
                Source source = sources.get(random.nextInt(sources.size()));
                boolean again = source.at < source.furthest;
                boolean streaming = source.streaming;
                int at = source.at;
                read(source);
                if (source.at > at && !again) {
                    for (int i = random.nextInt(4); i > 0; i--) {
                        job.deliver();
                    }
                    restore();
                } else if (source.at > at || source.streaming != streaming) {
                    checkpoint();
                    restore();
                }
            }
            job.drain();
            settle();
            check();
        } finally {
            job.close();
        }
    }

    private boolean goesOn(Source source) {
        return !source.streaming || source.at < source.log.size();
    }

    private void step() throws Exception {
        switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> read(sources.get(random.nextInt(sources.size())));
            case 4 -> {
                if (random.nextInt(10) == 0) {
                    job.pass(random.nextInt(40));
                }
            }
            default -> job.deliver();
        }
    }

    private void read(Source source) throws Exception {
        if (!source.streaming) {
            if (source.at < source.log.snapshotEnd()) {
                // Chunks of a snapshot are read by any subtask, the log by one.
                send(source, random.nextInt(job.parallelism()));
            } else if (random.nextInt(5) == 0) {
                stream(source);
            }
        } else if (source.at < source.log.size()) {
            send(source, 0);
        }
    }

    private void send(Source source, int subtask) {
        job.send(source.step, subtask, source.log.changes().get(source.at));
        source.at++;
        source.furthest = Math.max(source.furthest, source.at);
    }

    /** The log is followed after a checkpoint that came after the last snapshot row. */
    private void stream(Source source) throws Exception {
        job.drain();
        source.streaming = true;
        job.snapshotDone(source.step);
        if (sources.stream().allMatch(each -> each.streaming) && !disturbed) {
            job.drain();
            firstSends.forEach((nest, counts) -> counts.forEach((key, count) -> {
                if (count != 1 && isSentOnce(nest)) {
                    throw new AssertionError(
                            "the initial load sent document " + key + " of " + nest + " " + count + " times");
                }
            }));
            check();
        }
    }

    /** What other nests feed may change with each of their documents. */
    private boolean isSentOnce(StepId output) {
        return history.nests().contains(output) && !readsNest(output);
    }

    private boolean readsNest(StepId step) {
        return history.plan().step(step).stream()
                .flatMap(found -> found.inputs().stream())
                .anyMatch(input -> history.nests().contains(input.step()) || readsNest(input.step()));
    }

    private void checkpoint() throws Exception {
        job.drain();
        if (sources.stream().allMatch(source -> source.streaming) && random.nextBoolean()) {
            settle();
            check();
        }
        checkpoint = new Checkpoint(
                job.save(),
                sources.stream()
                        .map(source -> new Position(source.at, source.streaming))
                        .toList());
    }

    private void restore() throws Exception {
        job.close();
        job.open(parallelism(), checkpoint.saved());
        for (int i = 0; i < sources.size(); i++) {
            Source source = sources.get(i);
            source.at = checkpoint.positions().get(i).at();
            source.streaming = checkpoint.positions().get(i).streaming();
            if (source.streaming) {
                job.snapshotDone(source.step);
            }
        }
    }

    /** Sources that follow their log send again what came since the checkpoint, into state that has seen it. */
    private void repeat() {
        for (int i = 0; i < sources.size(); i++) {
            Position position = checkpoint.positions().get(i);
            if (position.streaming()) {
                sources.get(i).at = position.at();
            }
        }
    }

    private void settle() throws Exception {
        int before;
        do {
            before = sends;
            job.pass(WINDOW);
            job.drain();
        } while (sends != before);
        job.pass(WINDOW);
        job.drain();
    }

    /** Every sink holds exactly what the tables say, unless sources were set back or are within a transaction. */
    private void check() {
        Map<String, Integer> positions = new HashMap<>();
        for (Source source : sources) {
            if (source.at < source.furthest || Collections.binarySearch(source.log.ends(), source.at) < 0) {
                return;
            }
            positions.put(source.log.source(), source.at);
        }
        Map<StepId, TreeMap<RowKey, BsonDocument>> expected = history.documents(positions);
        for (StepId nest : history.outputs()) {
            TreeMap<RowKey, BsonDocument> want = expected.get(nest);
            TreeMap<RowKey, BsonDocument> have = sinks.get(nest);
            TreeSet<RowKey> keys = new TreeSet<>(want.keySet());
            keys.addAll(have.keySet());
            for (RowKey key : keys) {
                String wanted = want.containsKey(key) ? want.get(key).toJson() : "absent";
                String had = have.containsKey(key) ? have.get(key).toJson() : "absent";
                if (!wanted.equals(had)) {
                    throw new AssertionError("document " + key + " of " + nest + " in world "
                            + history.world(nest, key) + " at " + positions + "\n  should be " + wanted
                            + "\n  but is    " + had);
                }
            }
        }
    }

    private void write(StepId nest, RowChange change) {
        sends++;
        if (change.kind() == ChangeKind.DELETE) {
            sinks.get(nest).remove(change.key());
        } else {
            sinks.get(nest).put(change.key(), RawRow.decode(change.after()));
            firstSends.get(nest).merge(change.key(), 1, Integer::sum);
        }
    }

    private int parallelism() {
        return random.nextBoolean() ? 1 : 3;
    }
}
