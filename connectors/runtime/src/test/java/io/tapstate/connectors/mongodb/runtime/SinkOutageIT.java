package io.tapstate.connectors.mongodb.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.catalog.WriteMode;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.mongodb.runtime.CuttingProxy.Fault;
import io.tapstate.connectors.row.RowWriter;
import io.tapstate.connectors.runtime.SinkRequest.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connections that break while the sink writes: to the target, and to where dead letters are kept. */
class SinkOutageIT {
    private static final Target ORDERS = SinkHarness.target("orders", "orders", "id");
    private static final int ROWS = 1_000;

    private String name;
    private MongoClient client;
    private CuttingProxy proxy;

    @BeforeEach
    void connect() throws Exception {
        name = TestDatabases.uniqueName("outage");
        client = MongoClients.create(TestDatabases.store().uri(name));
        proxy = CuttingProxy.before(TestDatabases.store().port());
    }

    @AfterEach
    void disconnect() throws Exception {
        proxy.close();
        client.getDatabase(name).drop();
        client.close();
    }

    @ParameterizedTest
    @CsvSource({
        "UPSERT, IN_THE_REQUEST", "UPSERT, BEFORE_THE_ANSWER", "UPSERT, NO_ANSWER",
        "APPEND, IN_THE_REQUEST", "APPEND, BEFORE_THE_ANSWER", "APPEND, NO_ANSWER"
    })
    void aBatchThatIsCutIsSentAgainAndStandsThereOnce(WriteMode mode, Fault fault) throws Exception {
        try (var sink =
                new SinkHarness(proxied("socketTimeoutMS=700")).mode(mode).opened(ORDERS)) {
            for (int id = 1; id <= ROWS; id++) {
                if (id % 300 == 100) {
                    proxy.breakNext(fault, 2);
                }
                sink.processElement(insert(id, "new"), 0);
            }
            proxy.breakNext(fault, 1);
            sink.processElement(update(1, "changed"), 0);
            sink.processElement(delete(2), 0);
            sink.processElement(insert(ROWS + 1, "x".repeat(5_000)), 0);
            sink.prepareSnapshotPreBarrier(1);
        }

        assertThat(proxy.cuts()).isGreaterThan(6);
        boolean append = mode == WriteMode.APPEND;
        assertThat(ids())
                .containsExactlyInAnyOrderElementsOf(LongStream.concat(
                                LongStream.rangeClosed(1, ROWS + 1).filter(id -> append || id != 2),
                                LongStream.range(0, append ? 1 : 0).map(any -> 1))
                        .boxed()
                        .toList());
        assertThat(orders().find(Filters.eq("note", "changed")).first().getLong("id"))
                .isEqualTo(1);
    }

    /** The job falls after the store has written, before it knows, and goes on from its last checkpoint. */
    @ParameterizedTest
    @CsvSource({"UPSERT", "APPEND"})
    void whatWasWrittenBeforeTheJobFellStandsThereOnce(WriteMode mode) throws Exception {
        String uri = proxied("socketTimeoutMS=700&serverSelectionTimeoutMS=300");
        var fallen = new SinkHarness(uri).mode(mode).opened(ORDERS);
        for (int id = 1; id < 250; id++) {
            fallen.processElement(insert(id, "new"), 0);
        }
        fallen.processElement(update(1, "changed"), 0);
        proxy.breakNext(Fault.BEFORE_THE_ANSWER, Integer.MAX_VALUE);
        Thread writer = new Thread(() -> assertThatThrownBy(() -> fallen.prepareSnapshotPreBarrier(1)));
        writer.start();
        until(() -> proxy.cuts() > 2);
        writer.interrupt();
        writer.join(20_000);
        assertThat(writer.isAlive()).isFalse();
        proxy.breakNext(Fault.NONE, 0);
        fallen.close();

        try (var sink = new SinkHarness(uri).mode(mode).opened(ORDERS)) {
            for (int id = 1; id < 250; id++) {
                sink.processElement(insert(id, "new"), 0);
            }
            sink.processElement(update(1, "changed"), 0);
            sink.prepareSnapshotPreBarrier(1);
        }
        assertThat(ids()).hasSize(mode == WriteMode.APPEND ? 250 : 249);
    }

    @Test
    void lettersWaitForTheirStoreAndGoodRowsForNothingElse() throws Exception {
        try (var sink = new SinkHarness(TestDatabases.store().uri(name))
                .keepingLettersIn(proxied("serverSelectionTimeoutMS=300"))
                .opened(ORDERS)) {
            sink.processElement(insert(1, "new"), 0);
            sink.prepareSnapshotPreBarrier(1);
            proxy.refuse();
            for (int id = 2; id <= 200; id++) {
                sink.processElement(insert(id, "new"), 0);
            }
            sink.prepareSnapshotPreBarrier(2);
            assertThat(ids()).as("nobody needs the letters' store for them").hasSize(200);

            Thread opener = new Thread(() -> {
                try {
                    Thread.sleep(1_500);
                    proxy.admit();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            opener.start();
            sink.processElement(keyless(201), 0);
            sink.processElement(insert(202, "new"), 0);
            sink.prepareSnapshotPreBarrier(3);
            opener.join();
        }

        assertThat(ids()).hasSize(201).contains(202L);
        assertThat(letters()).hasSize(1);
        assertThat(letters().get(0)).containsEntry("status", "open").containsEntry("count", 1L);
    }

    @ParameterizedTest
    @CsvSource({"IN_THE_REQUEST", "BEFORE_THE_ANSWER", "NO_ANSWER"})
    void aLetterThatIsCutIsWrittenOnce(Fault fault) throws Exception {
        try (var sink = new SinkHarness(TestDatabases.store().uri(name))
                .keepingLettersIn(proxied("socketTimeoutMS=700"))
                .opened(ORDERS)) {
            proxy.breakNext(fault, 2);
            sink.processElement(keyless(1), 0);
            sink.processElement(insert(2, "new"), 0);
            sink.prepareSnapshotPreBarrier(1);
        }

        assertThat(proxy.cuts()).isEqualTo(2);
        assertThat(ids()).containsExactly(2L);
        assertThat(letters()).hasSize(1);
        assertThat(letters().get(0)).containsEntry("status", "open");
    }

    @Test
    void aStoreOfLettersThatStaysAwayRestartsTheJobWithACodeAndWithoutPassingTheRow() throws Exception {
        try (var sink = new SinkHarness(TestDatabases.store().uri(name))
                .keepingLettersIn(proxied("serverSelectionTimeoutMS=50"))
                .opened(ORDERS)) {
            proxy.refuse();
            assertThatThrownBy(() -> sink.processElement(keyless(1), 0))
                    .isNotInstanceOf(SuppressRestartsException.class)
                    .hasStackTraceContaining("actuation.dead-letter-store-unreachable");
        }
        assertThat(letters()).isEmpty();
    }

    private String proxied(String options) {
        return proxy.uri(name, options);
    }

    private MongoCollection<Document> orders() {
        return client.getDatabase(name).getCollection("orders");
    }

    private List<Long> ids() {
        return orders().find().map(row -> row.getLong("id")).into(new ArrayList<>());
    }

    private List<Document> letters() {
        return client.getDatabase(name)
                .getCollection("tapstate_dead_letters")
                .find()
                .into(new ArrayList<>());
    }

    private static void until(java.util.function.BooleanSupplier reached) throws InterruptedException {
        long deadline = System.nanoTime() + 20_000_000_000L;
        while (!reached.getAsBoolean()) {
            assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
            Thread.sleep(20);
        }
    }

    private static RowChange insert(long id, String note) {
        return change(ChangeKind.INSERT, id, row(id).append("note", new BsonString(note)));
    }

    private static RowChange update(long id, String note) {
        return change(ChangeKind.UPDATE, id, row(id).append("note", new BsonString(note)));
    }

    private static RowChange delete(long id) {
        return change(ChangeKind.DELETE, id, row(id));
    }

    /** Of a row that no document can be made of. */
    private static RowChange keyless(long id) {
        return change(
                ChangeKind.INSERT,
                id,
                new BsonDocument("other", new BsonInt64(id)).append("text", new BsonString("x".repeat(6_000))));
    }

    private static BsonDocument row(long id) {
        return new BsonDocument("id", new BsonInt64(id));
    }

    private static RowChange change(ChangeKind kind, long id, BsonDocument row) {
        byte[] bytes = RowWriter.encode(row);
        boolean delete = kind == ChangeKind.DELETE;
        return new RowChange(
                kind,
                new TableId("appdb", "orders"),
                new KeyEncoding().add(new BsonInt64(id)).key(),
                delete ? bytes : null,
                delete ? null : bytes,
                0,
                kind.letter() + ":" + id);
    }
}
