package io.tapstate.job.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.row.RowWriter;
import io.tapstate.job.nest.Rows;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** After any history, what has gone through a filter is the set of rows that pass it. */
class FilterHistoryTest {
    private static final int HISTORIES = 300;
    private static final int CHANGES = 60;
    private static final IncomingTable TABLE =
            PageRow.table(Map.of("id", ColumnType.INTEGER, "n", ColumnType.INTEGER, "s", ColumnType.STRING));

    /** Predicate, and the same in Java. */
    private static final Map<String, Predicate<BsonDocument>> PREDICATES = Map.of(
            "after.n > 5", row -> number(row) > 5,
            "after.s == \"a\" && after.n % 2 == 0", row -> text(row).equals("a") && number(row) % 2 == 0,
            "after.id > 3", row -> row.getInt64("id").getValue() > 3,
            "after.s == null || after.s != \"b\"", row -> !text(row).equals("b"),
            "op == \"d\" || after.n <= 5", row -> number(row) <= 5);

    enum Images {
        FULL,
        KEYS,
        NONE
    }

    @ParameterizedTest
    @EnumSource(Images.class)
    void whatWentThroughIsWhatPasses(Images images) {
        long seed = new Random().nextLong();
        System.out.println("FilterHistoryTest " + images + " seed " + seed);
        Random random = new Random(seed);
        for (int history = 0; history < HISTORIES; history++) {
            for (Map.Entry<String, Predicate<BsonDocument>> predicate : PREDICATES.entrySet()) {
                run(predicate.getKey(), predicate.getValue(), images, random, seed);
            }
        }
    }

    private static void run(String text, Predicate<BsonDocument> predicate, Images images, Random random, long seed) {
        RowFilter filter = new RowFilter(text, List.of(TABLE), false);
        Map<Long, BsonDocument> source = new TreeMap<>();
        Map<String, BsonDocument> target = new TreeMap<>();
        for (int i = 0; i < CHANGES; i++) {
            long id = random.nextInt(8);
            BsonDocument old = source.get(id);
            boolean deletes = old != null && random.nextInt(4) == 0;
            BsonDocument now = deletes ? null : row(id, random);
            filter.filter(change(id, old, now, images, random), out -> apply(out, target));
            if (now == null) {
                source.remove(id);
            } else {
                source.put(id, now);
            }
        }
        source.values().removeIf(predicate.negate());
        assertThat(target.values())
                .as("%s, %s images, seed %s", text, images, seed)
                .containsExactlyInAnyOrderElementsOf(source.values());
    }

    private static RowChange change(long id, BsonDocument old, BsonDocument now, Images images, Random random) {
        if (old == null) {
            ChangeKind kind = random.nextBoolean() ? ChangeKind.READ : ChangeKind.INSERT;
            return Rows.change(kind, Rows.ORDERS, null, RowWriter.encode(now));
        }
        byte[] keys = RowWriter.encode(new BsonDocument("id", new BsonInt64(id)));
        byte[] before = images == Images.FULL ? RowWriter.encode(old) : keys;
        return now == null
                ? Rows.change(ChangeKind.DELETE, Rows.ORDERS, before, null)
                : Rows.change(
                        ChangeKind.UPDATE, Rows.ORDERS, images == Images.NONE ? null : before, RowWriter.encode(now));
    }

    private static void apply(RowChange change, Map<String, BsonDocument> target) {
        String key = change.key().toString();
        if (change.kind() == ChangeKind.DELETE) {
            target.remove(key);
        } else {
            if (change.kind() == ChangeKind.INSERT) {
                assertThat(target).doesNotContainKey(key);
            }
            target.put(key, RawRow.decode(change.after()));
        }
    }

    private static BsonDocument row(long id, Random random) {
        List<BsonValue> texts = List.of(new BsonString("a"), new BsonString("b"), BsonNull.VALUE);
        return new BsonDocument("id", new BsonInt64(id))
                .append("n", new BsonInt64(random.nextInt(11)))
                .append("s", texts.get(random.nextInt(3)));
    }

    private static long number(BsonDocument row) {
        return row.getInt64("n").getValue();
    }

    private static String text(BsonDocument row) {
        return row.isNull("s") ? "" : row.getString("s").getValue();
    }
}
