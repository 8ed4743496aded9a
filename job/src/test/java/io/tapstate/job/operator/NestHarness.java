package io.tapstate.job.operator;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.runtime.LoadPhase;
import io.tapstate.connectors.runtime.RowChangeSerializer;
import io.tapstate.job.nest.EmbedField;
import io.tapstate.job.nest.NestChange;
import io.tapstate.job.nest.SendWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.bson.BsonDocument;

/**
 * Plays a scenario against the assembling stage and keeps what a sink would: the last version of each document.
 *
 * <p>{@link #inEveryMode} plays it plainly; restored from a checkpoint after every change; restored at another
 * parallelism each time; and with the changes since the last checkpoint delivered twice.
 */
final class NestHarness implements AutoCloseable {
    static final TableId ORDERS = new TableId("appdb", "orders");
    static final long WINDOW = 50;

    private final Mode mode;
    private final KeyedStage<NestChange, RowChange> stage;
    private final List<NestChange> sinceCheckpoint = new ArrayList<>();
    private final List<RowChange> emitted = new ArrayList<>();
    private final TreeMap<RowKey, BsonDocument> view = new TreeMap<>();
    private boolean loaded;

    private enum Mode {
        PLAIN,
        RESTORED,
        RESCALED,
        DUPLICATED
    }

    interface Scenario {
        void play(NestHarness nest) throws Exception;
    }

    private NestHarness(Mode mode, boolean append, List<EmbedField> fields) throws Exception {
        this.mode = mode;
        this.stage = stage(append, fields);
        stage.start(1);
    }

    static KeyedStage<NestChange, RowChange> stage(boolean append, List<EmbedField> fields) {
        var settings = new AssembleDocumentsFunction.Settings(ORDERS, List.of("id"), fields, 20_000);
        return new KeyedStage<>(
                () -> new AssembleDocumentsOperator(
                        new AssembleDocumentsFunction(settings, new SendWindow(WINDOW, append))),
                NestChange::document,
                new RowChangeSerializer());
    }

    static NestHarness plain(List<EmbedField> fields) throws Exception {
        return new NestHarness(Mode.PLAIN, false, fields);
    }

    static NestHarness appending(List<EmbedField> fields) throws Exception {
        return new NestHarness(Mode.PLAIN, true, fields);
    }

    static void inEveryMode(List<EmbedField> fields, Scenario scenario) throws Exception {
        for (Mode mode : Mode.values()) {
            try (NestHarness nest = new NestHarness(mode, false, fields)) {
                scenario.play(nest);
            } catch (AssertionError e) {
                throw new AssertionError("in mode " + mode + ": " + e.getMessage(), e);
            }
        }
    }

    /** Every input's snapshot is in. */
    void loaded() throws Exception {
        loaded = true;
        take(stage.watermark(LoadPhase.SNAPSHOT_DONE));
    }

    void inputEnds() throws Exception {
        take(stage.watermark(Long.MAX_VALUE));
    }

    void change(NestChange change) throws Exception {
        take(stage.process(change));
        switch (mode) {
            case PLAIN -> {}
            case RESTORED -> restart(1);
            case RESCALED -> restart(stage.parallelism() == 1 ? 3 : 1);
            case DUPLICATED -> {
                sinceCheckpoint.add(change);
                for (NestChange again : sinceCheckpoint) {
                    take(stage.process(again));
                }
                if (sinceCheckpoint.size() == 3) {
                    sinceCheckpoint.clear();
                }
            }
        }
    }

    /** Saves and starts again from there; the sources say again how far they are. */
    void restart(int parallelism) throws Exception {
        stage.restore(stage.save(), parallelism);
        if (loaded) {
            take(stage.watermark(LoadPhase.SNAPSHOT_DONE));
        }
    }

    /** Starts again from there, the sources silent until {@link #loaded}. */
    void restartSilently() throws Exception {
        stage.restore(stage.save(), 1);
        loaded = false;
    }

    void pass(long millis) throws Exception {
        take(stage.pass(millis));
    }

    /** What was emitted since the last call. */
    List<RowChange> emitted() {
        List<RowChange> result = List.copyOf(emitted);
        emitted.clear();
        return result;
    }

    /** The documents as JSON once every open window has ended. */
    List<String> view() throws Exception {
        pass(WINDOW);
        pass(WINDOW);
        return view.values().stream().map(BsonDocument::toJson).toList();
    }

    KeyedStage<NestChange, RowChange> stage() {
        return stage;
    }

    @Override
    public void close() throws Exception {
        stage.close();
    }

    private void take(List<RowChange> changes) {
        for (RowChange change : changes) {
            emitted.add(change);
            if (change.kind() == ChangeKind.DELETE) {
                view.remove(change.key());
            } else {
                view.put(change.key(), RawRow.decode(change.after()));
            }
        }
    }
}
