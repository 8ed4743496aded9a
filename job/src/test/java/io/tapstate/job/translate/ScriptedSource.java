package io.tapstate.job.translate;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.runtime.LoadPhase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Gives the changes of a {@link Script}, spread over the subtasks by key so that each row's stay in order, with {@link
 * LoadPhase#SNAPSHOT_DONE} after the snapshot, and ends with it unless it is held.
 */
final class ScriptedSource implements Source<RowChange, ScriptedSource.Share, Integer> {
    private static final long serialVersionUID = 1L;
    private static final Map<String, Script> SCRIPTS = new ConcurrentHashMap<>();

    private final String name;

    /** @param name unique within the JVM: Flink copies sources, not scripts */
    ScriptedSource(String name, Script script) {
        this.name = name;
        SCRIPTS.put(name, script);
    }

    /** What a source gives, and how far it may go. */
    static final class Script {
        private final List<RowChange> changes;
        private final int snapshot;
        private int limit;
        private boolean ends;
        private CompletableFuture<Void> more = new CompletableFuture<>();

        /** @param snapshot how many of the changes are the snapshot */
        Script(List<RowChange> changes, int snapshot) {
            this.changes = List.copyOf(changes);
            this.snapshot = snapshot;
            this.limit = changes.size();
            this.ends = true;
        }

        /** Gives the first changes only and then waits. */
        synchronized Script held(int changes) {
            limit = changes;
            ends = false;
            return this;
        }

        /** Lets the rest pass; what is running ends. */
        synchronized void release() {
            limit = changes.size();
            ends = true;
            more.complete(null);
            more = new CompletableFuture<>();
        }

        private synchronized int limit() {
            return limit;
        }

        private synchronized boolean ends() {
            return ends;
        }

        private synchronized CompletableFuture<Void> more(int position) {
            return position < limit || ends ? CompletableFuture.completedFuture(null) : more;
        }
    }

    record Share(int index, int of, int position, boolean loaded) implements SourceSplit {
        @Override
        public String splitId() {
            return Integer.toString(index);
        }
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<RowChange, Share> createReader(SourceReaderContext context) {
        return new Reader(SCRIPTS.get(name), context);
    }

    @Override
    public SplitEnumerator<Share, Integer> createEnumerator(SplitEnumeratorContext<Share> context) {
        return new Enumerator(context, false);
    }

    @Override
    public SplitEnumerator<Share, Integer> restoreEnumerator(
            SplitEnumeratorContext<Share> context, Integer checkpoint) {
        return new Enumerator(context, true);
    }

    @Override
    public SimpleVersionedSerializer<Share> getSplitSerializer() {
        return new Serializer<>() {
            @Override
            public byte[] serialize(Share share) {
                return ByteBuffer.allocate(16)
                        .putInt(share.index())
                        .putInt(share.of())
                        .putInt(share.position())
                        .putInt(share.loaded() ? 1 : 0)
                        .array();
            }

            @Override
            public Share deserialize(int version, byte[] bytes) {
                ByteBuffer in = ByteBuffer.wrap(bytes);
                return new Share(in.getInt(), in.getInt(), in.getInt(), in.getInt() == 1);
            }
        };
    }

    @Override
    public SimpleVersionedSerializer<Integer> getEnumeratorCheckpointSerializer() {
        return new Serializer<>() {
            @Override
            public byte[] serialize(Integer value) {
                return new byte[] {1};
            }

            @Override
            public Integer deserialize(int version, byte[] bytes) {
                return 1;
            }
        };
    }

    private abstract static class Serializer<T> implements SimpleVersionedSerializer<T> {
        @Override
        public int getVersion() {
            return 1;
        }
    }

    private static final class Enumerator implements SplitEnumerator<Share, Integer> {
        private final SplitEnumeratorContext<Share> context;
        private final boolean restored;

        Enumerator(SplitEnumeratorContext<Share> context, boolean restored) {
            this.context = context;
            this.restored = restored;
        }

        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask, String host) {}

        @Override
        public void addSplitsBack(List<Share> splits, int subtask) {}

        @Override
        public void addReader(int subtask) {
            if (!restored) {
                context.assignSplit(new Share(subtask, context.currentParallelism(), 0, false), subtask);
            }
            context.signalNoMoreSplits(subtask);
        }

        @Override
        public Integer snapshotState(long checkpoint) {
            return 1;
        }

        @Override
        public void close() throws IOException {}
    }

    private static final class Reader implements SourceReader<RowChange, Share> {
        private final Script script;
        private final SourceReaderContext context;
        private final List<Share> shares = new ArrayList<>();
        private final CompletableFuture<Void> received = new CompletableFuture<>();
        private boolean complete;
        private boolean announced;

        Reader(Script script, SourceReaderContext context) {
            this.script = script;
            this.context = context;
        }

        @Override
        public void start() {
            context.sendSplitRequest();
        }

        @Override
        public InputStatus pollNext(ReaderOutput<RowChange> output) {
            // Asked first, or what is released in between would be left out.
            boolean done = complete && script.ends();
            for (int i = 0; i < shares.size(); i++) {
                Share share = shares.get(i);
                if (share.position() < script.limit()) {
                    RowChange change = script.changes.get(share.position());
                    shares.set(i, new Share(share.index(), share.of(), share.position() + 1, false));
                    if (Math.floorMod(owner(change), share.of()) == share.index()) {
                        output.collect(change);
                    }
                    announce(output);
                    return InputStatus.MORE_AVAILABLE;
                }
            }
            announce(output);
            return done ? InputStatus.END_OF_INPUT : InputStatus.NOTHING_AVAILABLE;
        }

        // Of the row, which keeps its subtask when its key changes.
        private static int owner(RowChange change) {
            return change.position().isEmpty() ? change.key().hashCode() : Integer.parseInt(change.position());
        }

        private void announce(ReaderOutput<RowChange> output) {
            boolean loaded = complete && shares.stream().allMatch(share -> share.position() >= script.snapshot);
            if (loaded && !announced) {
                announced = true;
                output.emitWatermark(new Watermark(LoadPhase.SNAPSHOT_DONE));
            }
        }

        @Override
        public List<Share> snapshotState(long checkpoint) {
            return List.copyOf(shares);
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            int position = shares.stream().mapToInt(Share::position).min().orElse(Integer.MAX_VALUE);
            return complete ? script.more(position) : received;
        }

        @Override
        public void addSplits(List<Share> splits) {
            shares.addAll(splits);
        }

        @Override
        public void notifyNoMoreSplits() {
            complete = true;
            received.complete(null);
        }

        @Override
        public void close() {}
    }
}
