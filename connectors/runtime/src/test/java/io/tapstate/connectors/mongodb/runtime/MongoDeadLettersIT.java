package io.tapstate.connectors.mongodb.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.mongodb.DeadLetterFields;
import io.tapstate.connectors.mongodb.DeadLetterFields.Status;
import io.tapstate.connectors.row.RowWriter;
import io.tapstate.connectors.runtime.DeadLetter;
import io.tapstate.connectors.runtime.DeadLetterStore;
import io.tapstate.connectors.runtime.DeadLetterStore.Run;
import io.tapstate.connectors.runtime.DeadLetters;
import io.tapstate.connectors.runtime.FaultyRecord;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of letters, on a real store, as attempts of a job come and go. */
class MongoDeadLettersIT {
    private static final TableId ORDERS = new TableId("app.db", "orders");

    private String database;
    private MongoClient client;
    private MongoCollection<BsonDocument> stored;
    private DeadLetterStore store;

    @BeforeEach
    void connect() {
        database = TestDatabases.uniqueName("views");
        client = MongoClients.create(TestDatabases.store().uri(database));
        stored = client.getDatabase(database).getCollection(DeadLetterFields.COLLECTION, BsonDocument.class);
        store = MongoDeadLetterStore.of(
                new ConnectionConfig(Map.of("uri", TestDatabases.store().uri(database))));
    }

    @AfterEach
    void disconnect() {
        client.getDatabase(database).drop();
        client.close();
    }

    @Test
    void aLetterHoldsTheRowTheKeyTheReasonAndTheTime() {
        long before = System.currentTimeMillis();
        try (DeadLetters letters = store.open("p", "js_1", first())) {
            letters.write(letter(update(7, "{id: 7, n: 1}", "{id: 7, n: 0, name: 'x'}", "binlog.1:4")));
        }

        BsonDocument letter = only();
        assertThat(letter.getString("pipeline").getValue()).isEqualTo("p");
        assertThat(letter.getString("step").getValue()).isEqualTo("js_1");
        assertThat(letter.getString("op").getValue()).isEqualTo("u");
        assertThat(letter.getString("table").getValue()).isEqualTo("app.db.orders");
        assertThat(letter.getString("code").getValue()).isEqualTo("actuation.dead-letter-refused");
        assertThat(letter.getString("position").getValue()).isEqualTo("binlog.1:4");
        assertThat(letter.getDateTime("source_time").getValue()).isEqualTo(1_700_000_000_000L);
        assertThat(letter.getDateTime("first_seen").getValue()).isGreaterThanOrEqualTo(before);
        assertThat(letter.getDocument("key")).isEqualTo(BsonDocument.parse("{id: {$numberLong: '7'}}"));
        assertThat(RowWriter.encode(letter.getDocument("row"))).isEqualTo(row("{id: 7, n: 0, name: 'x'}"));
        assertThat(RowWriter.encode(letter.getDocument("before"))).isEqualTo(row("{id: 7, n: 1}"));
        assertThat(letter.getInt64("count").getValue()).isEqualTo(1);
        assertThat(status(letter)).isEqualTo("open");
    }

    @Test
    void theSameFailureAfterARestoreIsTheSameLetter() {
        RowChange bad = insert(1, "{id: 1, n: 0}", "binlog.1:4");
        try (DeadLetters letters = store.open("p", "js_1", first())) {
            letters.write(letter(bad));
        }
        try (DeadLetters letters = store.open("p", "js_1", restored(1))) {
            letters.write(letter(bad));
        }

        assertThat(only().getInt64("count").getValue()).isEqualTo(2);
        assertThat(status(only())).isEqualTo("open");
    }

    @Test
    void aNewerVersionOfTheRowSupersedesItsLetter() {
        try (DeadLetters letters = store.open("p", "js_1", first())) {
            letters.write(letter(insert(1, "{id: 1, n: 0}", "binlog.1:4")));
            letters.write(letter(insert(2, "{id: 2, n: 0}", "binlog.1:8")));
            letters.passed(insert(1, "{id: 1, n: 5}", "binlog.1:12"));
            letters.write(letter(insert(2, "{id: 2, n: -1}", "binlog.1:16")));
        }

        assertThat(byPosition()).containsExactly("superseded", "superseded", "open");
    }

    @Test
    void aRestoreToBeforeTheFailureEndsWhereItWas() {
        RowChange bad = insert(1, "{id: 1, n: 0}", "binlog.1:4");
        RowChange good = insert(1, "{id: 1, n: 5}", "binlog.1:12");
        try (DeadLetters letters = store.open("p", "js_1", first())) {
            letters.write(letter(bad));
            letters.passed(good);
        }
        try (DeadLetters letters = store.open("p", "js_1", restored(1))) {
            letters.write(letter(bad));
            assertThat(status(only())).as("until its newer version comes again").isEqualTo("open");
            letters.passed(good);
        }

        assertThat(status(only())).isEqualTo("superseded");
    }

    @Test
    void whatAnotherSubtaskLeftOutOfTheSnapshotIsSupersededByTheLog() {
        try (DeadLetters reader = store.open("p", "source.db", new Run("job", 0, 0, true));
                DeadLetters follower = store.open("p", "source.db", new Run("job", 1, 0, true))) {
            reader.write(letter(change(ChangeKind.READ, 1, null, "{id: 1, n: 0}", "")));
            follower.passed(insert(1, "{id: 1, n: 5}", "binlog.1:12"));
        }

        assertThat(status(only())).isEqualTo("superseded");
    }

    @Test
    void aStartFromNothingSupersedesWhatWasLeftOpenAndKeepsWhatIsItsOwn() {
        try (DeadLetters letters = store.open("p", "js_1", first())) {
            letters.write(letter(insert(1, "{id: 1, n: 0}", "binlog.1:4")));
        }
        try (DeadLetters other = store.open("p", "js_2", first())) {
            other.write(letter(insert(1, "{id: 1, n: 0}", "binlog.1:5")));
        }
        try (DeadLetters one = store.open("p", "js_1", new Run("next", 0, 0, false))) {
            one.write(letter(insert(2, "{id: 2, n: 0}", "binlog.2:4")));
            store.open("p", "js_1", new Run("next", 1, 0, false)).close();
        }

        assertThat(byPosition()).containsExactly("superseded", "open", "open");
    }

    @Test
    void aReplayIsSettledByTheCheckpointThatHoldsItsEffect() {
        try (DeadLetters letters = store.open("p", "js_1", first())) {
            letters.write(letter(insert(1, "{id: 1, n: 0}", "binlog.1:4")));
            request();
            letters.saving(1);

            assertThat(letters.replays(key -> true)).containsExactly(insert(1, "{id: 1, n: 0}", "binlog.1:4"));
            letters.saved(1);
            assertThat(status(only())).as("the checkpoint began before").isEqualTo("replaying");
            letters.saving(2);
            letters.saved(2);
            assertThat(status(only())).isEqualTo("replayed");
            assertThat(letters.replays(key -> true)).isEmpty();
        }
    }

    @Test
    void aReplayThatFailsAgainStandsOpenAndCountsUp() {
        RowChange bad = insert(1, "{id: 1, n: 0}", "binlog.1:4");
        try (DeadLetters letters = store.open("p", "js_1", first())) {
            letters.write(letter(bad));
            request();
            letters.replays(key -> true).forEach(change -> letters.write(letter(change)));
            letters.saving(1);
            letters.saved(1);
        }

        assertThat(status(only())).isEqualTo("open");
        assertThat(only().getInt64("count").getValue()).isEqualTo(2);
    }

    @Test
    void aReplayWhoseJobFallsIsTriedAgain() {
        try (DeadLetters letters = store.open("p", "js_1", first())) {
            letters.write(letter(insert(1, "{id: 1, n: 0}", "binlog.1:4")));
            request();
            assertThat(letters.replays(key -> true)).hasSize(1);
        }
        try (DeadLetters letters = store.open("p", "js_1", restored(1))) {
            assertThat(letters.replays(key -> false))
                    .as("another subtask's row")
                    .isEmpty();
            assertThat(letters.replays(key -> true)).hasSize(1);
        }
    }

    @Test
    void aLetterThatIsSupersededWhileItIsTriedIsNotSettled() {
        try (DeadLetters letters = store.open("p", "js_1", first())) {
            letters.write(letter(insert(1, "{id: 1, n: 0}", "binlog.1:4")));
            request();
            letters.replays(key -> true);
            letters.passed(insert(1, "{id: 1, n: 5}", "binlog.1:12"));
            letters.saving(1);
            letters.saved(1);
        }

        assertThat(status(only())).isEqualTo("superseded");
    }

    @Test
    void aDiscardedLetterStaysAsideWhenTheLogIsReadAgain() {
        RowChange bad = insert(1, "{id: 1, n: 0}", "binlog.1:4");
        try (DeadLetters letters = store.open("p", "js_1", first())) {
            letters.write(letter(bad));
        }
        set(Status.DISCARDED);
        try (DeadLetters letters = store.open("p", "js_1", restored(1))) {
            letters.write(letter(bad));
        }

        assertThat(status(only())).isEqualTo("discarded");
    }

    @Test
    void aRowThatIsTooLargeForALetterLeavesItsLargeColumnsOut() {
        BsonDocument row = new BsonDocument("id", new BsonInt64(1))
                .append("scan", new BsonBinary(new byte[17 << 20]))
                .append("name", new BsonString("x"));
        try (DeadLetters letters = store.open("p", "view.v", first())) {
            letters.write(letter(new RowChange(
                    ChangeKind.INSERT,
                    ORDERS,
                    KeyEncoding.of(RowWriter.encode(row), List.of("id")).orElseThrow(),
                    null,
                    RowWriter.encode(row),
                    0,
                    "")));
            request();
            assertThat(letters.replays(key -> true))
                    .as("not all of it is there")
                    .isEmpty();
        }

        assertThat(only().getDocument("row")).isEqualTo(BsonDocument.parse("{id: {$numberLong: '1'}, name: 'x'}"));
        assertThat(only().getArray("omitted")).containsExactly(new BsonString("scan"));
        assertThat(only().getBoolean("replayable").getValue()).isFalse();
    }

    @Test
    void columnNamesThatTheStoreMayRefuseDoNotLoseTheLetter() {
        RowChange bad = insert(1, "{id: 1, '$price': 3, 'a.b': 4}", "binlog.1:4");
        try (DeadLetters letters = store.open("p", "js_1", first())) {
            letters.write(letter(bad));
            request();
            assertThat(letters.replays(key -> true)).containsExactly(bad);
        }
    }

    @Test
    void aStoreThatStaysAwayRestartsTheJob() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        DeadLetterStore nowhere = MongoDeadLetterStore.of(new ConnectionConfig(
                Map.of("uri", "mongodb://u:s3cret@127.0.0.1:" + port + "/views?serverSelectionTimeoutMS=10")));

        assertThatThrownBy(() -> nowhere.open("p", "js_1", first()))
                .isInstanceOf(TapException.class)
                .hasMessageContaining("actuation.dead-letter-store-unreachable")
                .hasMessageNotContaining("s3cret");
        assertThat(nowhere.toString()).doesNotContain("s3cret");
    }

    private static Run first() {
        return new Run("job", 0, 0, false);
    }

    private static Run restored(int attempt) {
        return new Run("job", 0, attempt, true);
    }

    private void request() {
        set(Status.REQUESTED);
    }

    private void set(Status status) {
        stored.updateMany(Filters.eq("status", Status.OPEN.stored()), Updates.set("status", status.stored()));
    }

    private BsonDocument only() {
        List<BsonDocument> all = stored.find().into(new ArrayList<>());
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    private List<String> byPosition() {
        List<String> statuses = new ArrayList<>();
        stored.find().sort(Sorts.ascending("first_seen", "position")).forEach(letter -> statuses.add(status(letter)));
        return statuses;
    }

    private static String status(BsonDocument letter) {
        return letter.getString("status").getValue();
    }

    private static DeadLetter letter(RowChange change) {
        Diagnostic reason =
                Diagnostic.of(DeadLetterError.DEAD_LETTER_REFUSED, "store", "s", "step", "js_1", "reason", "r");
        return new DeadLetter(FaultyRecord.of(change), List.of("id"), reason);
    }

    private static RowChange insert(long id, String row, String position) {
        return change(ChangeKind.INSERT, id, null, row, position);
    }

    private static RowChange update(long id, String before, String after, String position) {
        return change(ChangeKind.UPDATE, id, before, after, position);
    }

    private static RowChange change(ChangeKind kind, long id, String before, String after, String position) {
        return new RowChange(
                kind,
                ORDERS,
                KeyEncoding.of(row("{id: " + id + "}"), List.of("id")).orElseThrow(),
                before == null ? null : row(before),
                row(after),
                kind == ChangeKind.READ ? 0 : 1_700_000_000_000L,
                position);
    }

    private static byte[] row(String json) {
        BsonDocument document = BsonDocument.parse(json);
        document.replaceAll(
                (name, value) -> value.isInt32() ? new BsonInt64(value.asInt32().getValue()) : value);
        return RowWriter.encode(document);
    }
}
