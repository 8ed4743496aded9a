package io.tapstate.connectors.mongodb.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Updates;
import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.row.RowWriter;
import io.tapstate.connectors.runtime.DeadLetter;
import io.tapstate.connectors.runtime.DeadLetterStore.Run;
import io.tapstate.connectors.runtime.DeadLetters;
import io.tapstate.connectors.runtime.FaultyRecord;
import io.tapstate.connectors.runtime.RecordFaults;
import io.tapstate.connectors.runtime.SinkRequest.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Documents and keys that are too large, among many that are not. */
class RefusedDocumentsIT {
    private static final Target PAGES = SinkHarness.target("pages", "pages", "name");
    private static final int LARGEST = 16 << 20;
    private static final int ROWS = 10_000;

    private String name;
    private MongoClient client;

    @BeforeEach
    void connect() {
        name = TestDatabases.uniqueName("refused");
        client = MongoClients.create(TestDatabases.store().uri(name));
    }

    @AfterEach
    void disconnect() {
        client.getDatabase(name).drop();
        client.close();
    }

    @ParameterizedTest
    @EnumSource(RecordFaults.Policy.class)
    void largeDocumentsAndKeysAmongTenThousandFollowTheErrorPolicy(RecordFaults.Policy policy) throws Exception {
        String text = "x".repeat(LARGEST + 1_000_000);
        String longName = "n".repeat(LARGEST * 9 / 16);
        Throwable fault = catchThrowable(() -> {
            try (var sink = sink(policy).opened(PAGES)) {
                for (int row = 1; row <= ROWS; row++) {
                    boolean large = row % 3_000 == 17;
                    String key = row == 5_000 ? longName : "page " + row;
                    sink.processElement(page(ChangeKind.INSERT, key, row, large ? text : "fits"), 0);
                }
                sink.prepareSnapshotPreBarrier(1);
            }
        });

        if (policy == RecordFaults.Policy.FAIL) {
            assertThat(fault)
                    .hasStackTraceContaining("actuation.document-too-large")
                    .hasStackTraceContaining("Suppress");
            return;
        }
        assertThat(fault).isNull();
        assertThat(pages().countDocuments()).isEqualTo(ROWS - 5);
        if (policy == RecordFaults.Policy.SKIP) {
            assertThat(letters().countDocuments()).isZero();
            return;
        }
        List<RawBsonDocument> kept = letters().find().into(new ArrayList<>());
        assertThat(kept).hasSize(5).allSatisfy(letter -> {
            assertThat(letter.getByteBuffer().remaining()).isLessThan(LARGEST);
            assertThat(letter.getString("code").getValue()).isEqualTo("actuation.document-too-large");
            assertThat(letter.getBoolean("replayable").getValue()).isFalse();
        });
        assertThat(kept)
                .filteredOn(letter -> letter.containsKey("key"))
                .hasSize(4)
                .allSatisfy(letter -> {
                    assertThat(letter.getArray("omitted")).containsExactly(new BsonString("text"));
                    assertThat(letter.getDocument("row").getInt64("number").getValue() % 3_000)
                            .isEqualTo(17);
                });
    }

    @Test
    void aDocumentThatGrowsTooLargeStandsAsItWasWithALetterUntilItShrinks() throws Exception {
        try (var sink = sink(RecordFaults.Policy.DEAD_LETTER).opened(PAGES)) {
            sink.processElement(page(ChangeKind.INSERT, "a", 1, "small"), 0);
            sink.prepareSnapshotPreBarrier(1);
            sink.processElement(page(ChangeKind.UPDATE, "a", 2, "x".repeat(LARGEST)), 0);
            sink.prepareSnapshotPreBarrier(2);
            assertThat(numbers()).containsExactly(1L);
            assertThat(statuses()).containsExactly("open");

            sink.processElement(page(ChangeKind.UPDATE, "a", 3, "small again"), 0);
            sink.prepareSnapshotPreBarrier(3);
            assertThat(numbers()).containsExactly(3L);
            assertThat(statuses()).containsExactly("superseded");
        }
    }

    /** The older version is written after the newer one was left out. */
    @Test
    void anOlderVersionInTheSameBatchDoesNotSupersedeTheLetter() throws Exception {
        try (var sink = sink(RecordFaults.Policy.DEAD_LETTER).opened(PAGES)) {
            sink.processElement(page(ChangeKind.UPDATE, "a", 0, "x".repeat(LARGEST)), 0);
            sink.processElement(page(ChangeKind.UPDATE, "a", 1, "small"), 0);
            sink.processElement(page(ChangeKind.UPDATE, "a", 2, "x".repeat(LARGEST)), 0);
            sink.prepareSnapshotPreBarrier(1);
        }

        assertThat(numbers()).containsExactly(1L);
        assertThat(letters().find(Filters.eq("position", "u:0")).first().getString("status"))
                .isEqualTo(new BsonString("superseded"));
        assertThat(letters().find(Filters.eq("position", "u:2")).first().getString("status"))
                .isEqualTo(new BsonString("open"));
    }

    @Test
    void aDocumentOfAlmostSixteenMegabytesArrivesAndOneWithALargeKeyFollowsTheErrorPolicy() throws Exception {
        String key = "k".repeat(LARGEST * 7 / 16);
        try (var sink = sink(RecordFaults.Policy.DEAD_LETTER).opened(PAGES)) {
            // The embedded store does not take the last few bytes, because the key in the message counts there too.
            sink.processElement(page(ChangeKind.INSERT, "a", 1, fitting("a").substring(100)), 0);
            sink.prepareSnapshotPreBarrier(1);
            assertThat(pages().find().first().getByteBuffer().remaining()).isEqualTo(LARGEST - 100);

            sink.processElement(page(ChangeKind.INSERT, key, 2, ""), 0);
            sink.processElement(page(ChangeKind.DELETE, "a", 1, ""), 0);
            sink.processElement(page(ChangeKind.INSERT, "b", 5, ""), 0);
            sink.prepareSnapshotPreBarrier(2);
            assertThat(statuses()).containsExactly("open");
            sink.processElement(page(ChangeKind.DELETE, key, 2, ""), 0);
            sink.prepareSnapshotPreBarrier(3);
        }
        assertThat(numbers()).containsExactly(5L);
        assertThat(letters().find().map(letter -> letter.getString("code").getValue()))
                .containsExactly("actuation.key-too-large");
        assertThat(statuses()).containsExactly("superseded");
    }

    /** What makes the document with this key exactly as large as one may be. */
    private static String fitting(String key) {
        int others = page(ChangeKind.INSERT, key, 1, "").after().length + "_id".length() + key.length() + 7;
        return "x".repeat(LARGEST - others);
    }

    @Test
    void aDocumentThatIsTriedAgainAndTakenCountsAsReplayed() throws Exception {
        pages().createIndex(new Document("text", 1), new IndexOptions().unique(true));
        MongoDeadLetterStore store = MongoDeadLetterStore.of(
                new ConnectionConfig(Map.of("uri", TestDatabases.store().uri(name))));
        try (var sink = sink(RecordFaults.Policy.DEAD_LETTER).opened(PAGES);
                DeadLetters before = store.open(SinkHarness.PIPELINE, SinkHarness.STEP, new Run("", 0, 0, true))) {
            sink.processElement(page(ChangeKind.INSERT, "a", 1, "taken"), 0);
            sink.prepareSnapshotPreBarrier(1);
            sink.processElement(page(ChangeKind.INSERT, "b", 2, "taken"), 0);
            sink.prepareSnapshotPreBarrier(2);
            assertThat(statuses()).containsExactly("open");
            sink.processElement(page(ChangeKind.DELETE, "a", 1, "taken"), 0);

            letters().updateMany(new Document(), Updates.set("status", "requested"));
            for (RowChange letter : before.replays(key -> true)) {
                sink.processElement(letter, 0);
            }
            sink.prepareSnapshotPreBarrier(3);
            assertThat(statuses()).containsExactly("replaying");
            before.saving(3);
            before.saved(3);
        }
        assertThat(numbers()).containsExactly(2L);
        assertThat(statuses()).containsExactly("replayed");
    }

    /** A row of many columns, a key and a reason that are large too: the letter fits, and is found again by its row. */
    @Test
    void aLetterFitsWhateverItIsAbout() {
        BsonDocument row = new BsonDocument("name", new BsonString("n".repeat(1_500_000)));
        for (int column = 0; column < 300_000; column++) {
            row.append("a column with a rather long name " + column, new BsonString("some value of this column"));
        }
        byte[] bytes = RowWriter.encode(row);
        assertThat(bytes.length).isGreaterThan(LARGEST);
        RowChange change = new RowChange(
                ChangeKind.UPDATE,
                new TableId("appdb", "pages"),
                KeyEncoding.of(bytes, List.of("name")).orElseThrow(),
                bytes,
                bytes,
                0,
                "u:1");
        Diagnostic reason = Diagnostic.of(
                DeadLetterError.DEAD_LETTER_REFUSED, "store", "s", "step", "p", "reason", "r".repeat(20_000_000));
        MongoDeadLetterStore store = MongoDeadLetterStore.of(
                new ConnectionConfig(Map.of("uri", TestDatabases.store().uri(name))));
        try (DeadLetters kept = store.open("p", "s", new Run("job", 0, 0, false))) {
            kept.write(new DeadLetter(FaultyRecord.of(change), List.of("name"), reason));
            assertThat(statuses()).containsExactly("open");
            kept.passed(change);
            assertThat(statuses()).containsExactly("superseded");
        }
        assertThat(letters().find().first().getByteBuffer().remaining()).isLessThan(LARGEST);
    }

    private SinkHarness sink(RecordFaults.Policy policy) {
        String uri = TestDatabases.store().uri(name);
        return new SinkHarness(uri).policy(policy, uri);
    }

    private MongoCollection<RawBsonDocument> pages() {
        return client.getDatabase(name).getCollection("pages", RawBsonDocument.class);
    }

    private MongoCollection<RawBsonDocument> letters() {
        return client.getDatabase(name).getCollection("tapstate_dead_letters", RawBsonDocument.class);
    }

    private List<Long> numbers() {
        return pages().find().map(page -> page.getInt64("number").getValue()).into(new ArrayList<>());
    }

    private List<String> statuses() {
        return letters()
                .find()
                .map(letter -> letter.getString("status").getValue())
                .into(new ArrayList<>());
    }

    private static RowChange page(ChangeKind kind, String key, long number, String text) {
        byte[] row = RowWriter.encode(new BsonDocument("name", new BsonString(key))
                .append("number", new BsonInt64(number))
                .append("text", new BsonString(text)));
        boolean delete = kind == ChangeKind.DELETE;
        return new RowChange(
                kind,
                new TableId("appdb", "pages"),
                new KeyEncoding().add(new BsonString(key)).key(),
                delete ? row : null,
                delete ? null : row,
                0,
                kind.letter() + ":" + number);
    }
}
