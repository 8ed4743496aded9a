package io.tapstate.job.nest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.job.nest.NestDocument.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.junit.jupiter.api.Test;

/** Random changes of one document with an embed whose updates are ignored, against a model of what readers have. */
class IgnoredUpdatesTest {
    private static final int SEEDS = 300;
    private static final int CHANGES = 60;
    private static final NestRoute ROOT = NestRoute.root(List.of("id"), List.of("id"));
    private static final NestRoute IGNORED =
            NestRoute.embed("ignored", List.of("root"), List.of("rank"), List.of("id"));
    private static final NestRoute HEEDED = NestRoute.embed("heeded", List.of("root"), List.of("id"), List.of("id"));

    private final NestDocument document = new NestDocument(List.of(
            new EmbedField("ignored", EmbedField.Shape.ARRAY, 2, true, List.of()),
            new EmbedField("heeded", EmbedField.Shape.ARRAY, 2)));

    @Test
    void readersMissUpdatesOfIgnoredRowsUntilTheNextChangeTheySee() {
        long first = System.nanoTime();
        for (long seed = first; seed < first + SEEDS; seed++) {
            try {
                play(new Random(seed));
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    private void play(Random random) {
        MemoryNestState state = new MemoryNestState();
        TreeMap<RowKey, byte[]> ignored = new TreeMap<>();
        TreeMap<RowKey, byte[]> heeded = new TreeMap<>();
        byte[] root = Rows.row("{'id': 1, 'v': 0}");
        apply(change(ROOT, null, root), state);
        BsonDocument sent = assembled(state);
        for (int i = 1; i <= CHANGES; i++) {
            boolean silent = false;
            int kind = random.nextInt(6);
            if (kind == 0) {
                byte[] old = root;
                root = Rows.row("{'id': 1, 'v': " + i + "}");
                apply(change(ROOT, old, root), state);
            } else {
                TreeMap<RowKey, byte[]> rows = kind < 4 ? ignored : heeded;
                int id = random.nextInt(3);
                byte[] after = random.nextInt(4) == 0
                        ? null
                        : Rows.row("{'id': %d, 'root': 1, 'rank': %d, 'v': %d}".formatted(id, random.nextInt(3), i));
                RowKey key = new RowKey(new byte[] {(byte) id});
                byte[] before = after == null ? rows.remove(key) : rows.put(key, after);
                if (before == null && after == null) {
                    continue;
                }
                silent = kind < 4 && before != null && after != null;
                Effect effect = apply(change(kind < 4 ? IGNORED : HEEDED, before, after), state);
                assertThat(effect).isEqualTo(silent ? Effect.SILENT : Effect.CHANGED);
            }
            BsonDocument truth = truth(root, ignored, heeded);
            if (silent) {
                assertThat(identities(sent)).isEqualTo(identities(truth));
                assertThat(sent.get("heeded")).isEqualTo(truth.get("heeded"));
                assertThat(sent.get("v")).isEqualTo(truth.get("v"));
            } else {
                sent = assembled(state);
                assertThat(sent).isEqualTo(truth);
            }
        }
    }

    /** Hands everything to the document; what the last of it did. */
    private Effect apply(List<NestChange> changes, NestState state) {
        Effect effect = Effect.NONE;
        for (NestChange change : changes) {
            effect = document.apply(change, state);
        }
        return effect;
    }

    private static List<NestChange> change(NestRoute route, byte[] before, byte[] after) {
        var kind = after == null ? ChangeKind.DELETE : before == null ? ChangeKind.INSERT : ChangeKind.UPDATE;
        List<NestChange> changes = new ArrayList<>();
        route.route(Rows.change(kind, Rows.ORDERS, before, after), changes::add);
        return changes;
    }

    private BsonDocument assembled(NestState state) {
        return RawRow.decode(document.assemble(state).orElseThrow());
    }

    private static BsonDocument truth(byte[] root, TreeMap<RowKey, byte[]> ignored, TreeMap<RowKey, byte[]> heeded) {
        BsonDocument truth = RawRow.decode(root);
        List<BsonDocument> ranked = new ArrayList<>();
        ignored.values().forEach(row -> ranked.add(RawRow.decode(row)));
        ranked.sort((left, right) -> left.getInt64("rank").compareTo(right.getInt64("rank")));
        truth.put("ignored", new BsonArray(ranked));
        truth.put(
                "heeded",
                new BsonArray(heeded.values().stream().map(RawRow::decode).toList()));
        return truth;
    }

    private static List<BsonInt64> identities(BsonDocument document) {
        return document.getArray("ignored").stream()
                .map(row -> row.asDocument().getInt64("id"))
                .sorted()
                .toList();
    }
}
