package io.tapstate.job.operator;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.runtime.LoadPhase;
import io.tapstate.connectors.runtime.RowChangeSerializer;
import io.tapstate.job.nest.EmbedField;
import io.tapstate.job.nest.NestChange;
import io.tapstate.job.nest.NestRoute;
import io.tapstate.job.nest.RememberedKeys;
import io.tapstate.job.nest.Rows;
import io.tapstate.job.nest.SendWindow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.bson.BsonInt64;

/**
 * Runs a {@link ShopHistory} through remember-keys, route and assemble, as a job would: two sources, several subtasks, a
 * channel per sender, in which order holds, and none between channels. A checkpoint finds all channels empty, like an
 * aligned barrier does. The sink is not rolled back.
 */
final class ShopRun implements AutoCloseable {
    private static final List<EmbedField> FIELDS =
            List.of(new EmbedField("shipments", EmbedField.Shape.ARRAY, 2), new EmbedField("delivery.latest", EmbedField.Shape.OBJECT, 2));

    private final Random random;
    private final ShopHistory history;
    private final String keyColumn;
    private final Input orders;
    private final Input shipments;
    private final KeyedStage<NestChange, RowChange> assemble;
    private final List<ArrayDeque<NestChange>> channels = new ArrayList<>();
    private final TreeMap<RowKey, String> sink = new TreeMap<>();
    private boolean loaded;
    private boolean firstLoadDone;
    private boolean restored;
    private Checkpoint checkpoint;

    private record Checkpoint(
            KeyedStage.Saved orders,
            KeyedStage.Saved shipments,
            KeyedStage.Saved assemble,
            int orderAt,
            int shipmentAt) {}

    /** One source: its log, how far it was read, and what its changes pass on the way. */
    private static final class Input {
        final List<RowChange> log;
        final int snapshot;
        final List<NestRoute> routes;
        final KeyedStage<RowChange, RowChange> remember;
        int at;
        int furthest;

        Input(List<RowChange> log, int snapshot, List<NestRoute> routes, List<String> remembered) {
            this.log = log;
            this.snapshot = snapshot;
            this.routes = routes;
            this.remember = remembered.isEmpty()
                    ? null
                    : new KeyedStage<>(
                            () -> new KeyedProcessOperator<>(
                                    new RememberKeysFunction(new RememberedKeys(List.of("id"), remembered))),
                            RowChange::key,
                            new RowChangeSerializer());
        }
    }

    ShopRun(Random random, ShopHistory history, String keyColumn, boolean fullImages) throws Exception {
        this.random = random;
        this.history = history;
        this.keyColumn = keyColumn;
        boolean rememberCode = !fullImages && keyColumn.equals("code");
        this.orders = new Input(
                history.orderLog,
                history.orderSnapshot,
                List.of(NestRoute.root(List.of(keyColumn), List.of("id"))),
                rememberCode ? List.of("code") : List.of());
        this.shipments = new Input(
                history.shipmentLog,
                history.shipmentSnapshot,
                FIELDS.stream()
                        .map(field -> NestRoute.embed(field.name(), List.of("parent"), List.of("seq"), List.of("id")))
                        .toList(),
                fullImages ? List.of() : List.of("parent", "seq"));
        var settings = new AssembleDocumentsFunction.Settings(Rows.ORDERS, List.of(keyColumn), FIELDS, 20_000);
        this.assemble = new KeyedStage<>(
                () -> new AssembleDocumentsOperator(
                        new AssembleDocumentsFunction(settings, new SendWindow(NestHarness.WINDOW, false))),
                NestChange::document,
                new RowChangeSerializer());
        for (KeyedStage<?, ?> stage : stages()) {
            stage.start(parallelism());
        }
        openChannels();
    }

    /** Everything to its end, with restarts at random moments. */
    void play(int restarts) throws Exception {
        int total = orders.log.size() + shipments.log.size();
        checkpoint();
        int left = restarts;
        while (orders.at < orders.log.size() || shipments.at < shipments.log.size()) {
            step();
            if (random.nextInt(total) < 2 * restarts) {
                checkpoint();
            }
            if (left > 0 && random.nextInt(total) < 2 * restarts) {
                left--;
                if (random.nextInt(3) == 0) {
                    repeat();
                } else {
                    restore();
                }
            }
        }
        checkpoint();
        drain();
        signalLoaded();
        settle();
        check();
    }

    private void step() throws Exception {
        switch (random.nextInt(10)) {
            case 0, 1, 2 -> read(orders);
            case 3, 4, 5 -> read(shipments);
            case 6 -> take(assemble.pass(random.nextInt(40)));
            default -> deliver();
        }
        if (!loaded && orders.at >= orders.snapshot && shipments.at >= shipments.snapshot && random.nextInt(20) == 0) {
            drain();
            signalLoaded();
        }
    }

    private void read(Input input) throws Exception {
        if (input.at == input.log.size()) {
            return;
        }
        RowChange change = input.log.get(input.at++);
        input.furthest = Math.max(input.furthest, input.at);
        int side = input == orders ? 0 : 3;
        if (input.remember == null) {
            route(input, change, channels.get(side));
        } else {
            int subtask = input.remember.subtask(change.key());
            for (RowChange complete : input.remember.process(change)) {
                route(input, complete, channels.get(side + subtask));
            }
        }
    }

    private static void route(Input input, RowChange change, ArrayDeque<NestChange> channel) {
        input.routes.forEach(route -> route.route(change, channel::add));
    }

    private void deliver() throws Exception {
        List<ArrayDeque<NestChange>> full =
                channels.stream().filter(channel -> !channel.isEmpty()).toList();
        if (!full.isEmpty()) {
            take(assemble.process(full.get(random.nextInt(full.size())).poll()));
        }
    }

    private void drain() throws Exception {
        while (channels.stream().anyMatch(channel -> !channel.isEmpty())) {
            deliver();
        }
    }

    private void signalLoaded() throws Exception {
        List<RowChange> sent = assemble.watermark(LoadPhase.SNAPSHOT_DONE);
        take(sent);
        loaded = true;
        if (!firstLoadDone) {
            firstLoadDone = true;
            Map<RowKey, Integer> times = new HashMap<>();
            sent.forEach(change -> times.merge(change.key(), 1, Integer::sum));
            if (times.values().stream().anyMatch(count -> count != 1)) {
                throw new AssertionError("the initial load sent a document more than once");
            }
            check();
        }
    }

    private void checkpoint() throws Exception {
        drain();
        if (loaded && random.nextBoolean()) {
            settle();
            check();
        }
        checkpoint = new Checkpoint(
                orders.remember == null ? null : orders.remember.save(),
                shipments.remember == null ? null : shipments.remember.save(),
                assemble.save(),
                orders.at,
                shipments.at);
    }

    private void restore() throws Exception {
        if (orders.remember != null) {
            orders.remember.restore(checkpoint.orders(), parallelism());
        }
        if (shipments.remember != null) {
            shipments.remember.restore(checkpoint.shipments(), parallelism());
        }
        assemble.restore(checkpoint.assemble(), parallelism());
        openChannels();
        orders.at = checkpoint.orderAt();
        shipments.at = checkpoint.shipmentAt();
        loaded = false;
        restored = true;
    }

    /** The sources send again what came since the checkpoint, into state that has seen it. */
    private void repeat() {
        orders.at = checkpoint.orderAt();
        shipments.at = checkpoint.shipmentAt();
    }

    private void settle() throws Exception {
        take(assemble.pass(NestHarness.WINDOW));
        take(assemble.pass(NestHarness.WINDOW));
    }

    /** The sink holds exactly what the tables say, unless the sources were set back. */
    private void check() {
        if (orders.at < orders.furthest || shipments.at < shipments.furthest) {
            return;
        }
        TreeMap<RowKey, String> expected = new TreeMap<>();
        ShopTables.after(orders.log, orders.at, shipments.log, shipments.at)
                .documents(keyColumn)
                .forEach((key, json) ->
                        expected.put(new KeyEncoding().add(new BsonInt64(key)).key(), json));
        for (RowKey key : union(expected, sink)) {
            String want = expected.get(key);
            String have = sink.get(key);
            if (want == null ? have != null : !want.equals(have)) {
                throw new AssertionError("document " + key + " after " + orders.at + " order and " + shipments.at
                        + " shipment changes\n  should be " + want + "\n  but is    " + have);
            }
        }
    }

    private static Iterable<RowKey> union(TreeMap<RowKey, String> one, TreeMap<RowKey, String> other) {
        TreeMap<RowKey, String> all = new TreeMap<>(one);
        all.putAll(other);
        return all.keySet();
    }

    private void take(List<RowChange> changes) {
        for (RowChange change : changes) {
            if (change.kind() == ChangeKind.DELETE) {
                RowKey named =
                        KeyEncoding.of(change.before(), List.of(keyColumn)).orElseThrow();
                if (!named.equals(change.key()) || (!firstLoadDone && !restored)) {
                    throw new AssertionError("a deletion that should not be");
                }
                sink.remove(change.key());
            } else {
                if (assemble.watermark() < LoadPhase.SNAPSHOT_DONE) {
                    throw new AssertionError("a document was sent before the snapshots were in");
                }
                sink.put(change.key(), RawRow.decode(change.after()).toJson());
            }
        }
    }

    private int parallelism() {
        return random.nextBoolean() ? 1 : 3;
    }

    private void openChannels() {
        channels.clear();
        for (int i = 0; i < 6; i++) {
            channels.add(new ArrayDeque<>());
        }
    }

    private List<KeyedStage<?, ?>> stages() {
        List<KeyedStage<?, ?>> stages = new ArrayList<>(List.of(assemble));
        if (orders.remember != null) {
            stages.add(orders.remember);
        }
        if (shipments.remember != null) {
            stages.add(shipments.remember);
        }
        return stages;
    }

    @Override
    public void close() throws Exception {
        for (KeyedStage<?, ?> stage : stages()) {
            stage.close();
        }
    }

    @Override
    public String toString() {
        return history.toString();
    }
}
