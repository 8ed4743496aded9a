package io.tapstate.connectors.mongodb.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoCredential;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoSocketReadException;
import com.mongodb.ServerAddress;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Sorts;
import com.mongodb.connection.ClusterId;
import com.mongodb.connection.ServerId;
import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.catalog.WriteMode;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.row.RowWriter;
import io.tapstate.connectors.runtime.LoadPhase;
import io.tapstate.connectors.runtime.RecordFaults;
import io.tapstate.connectors.runtime.SinkRequest;
import io.tapstate.connectors.runtime.SinkRequest.Adoption;
import io.tapstate.connectors.runtime.SinkRequest.Target;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.runtime.operators.sink.SinkWriterOperatorFactory;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Syncs to a store that others use too: who owns what, what a load leaves, what happens to what the store refuses. */
class SyncSinkIT {
    private static final Target ORDERS = target("orders", "orders", "id");

    private String name;
    private MongoClient client;

    private String uri;
    private WriteMode mode = WriteMode.UPSERT;
    private String pipeline = "p";
    private String step = "sync.copy";
    private Adoption adoption = Adoption.NOTHING;
    private boolean creates = true;
    private RecordFaults.Policy policy = RecordFaults.Policy.FAIL;

    @BeforeEach
    void connect() {
        name = TestDatabases.uniqueName("sync");
        uri = TestDatabases.store().uri(name);
        client = MongoClients.create(uri);
    }

    @AfterEach
    void disconnect() {
        client.getDatabase(name).drop();
        client.close();
    }

    @Test
    void tablesGoToTheirCollections() throws Exception {
        Target items = target("items", "ods_items", "order", "line");
        try (var sink = opened(ORDERS, items)) {
            sink.processElement(read("orders", row("id", 1)), 0);
            sink.processElement(read("items", row("order", 1).append("line", new BsonInt64(2))), 0);
            sink.prepareSnapshotPreBarrier(1);
        }

        assertThat(stored("orders")).containsExactly("{\"_id\": 1, \"id\": 1}");
        assertThat(stored("ods_items"))
                .containsExactly("{\"_id\": {\"order\": 1, \"line\": 2}, \"order\": 1, \"line\": 2}");
    }

    @Test
    void appendedRowsAreInsertsAndNewRowsOfUpdates() throws Exception {
        mode = WriteMode.APPEND;
        try (var sink = opened(ORDERS)) {
            sink.processElement(read("orders", row("id", 1)), 0);
            sink.processElement(insert(row("id", 2), "log:10"), 0);
            sink.processElement(update(row("id", 2), "log:20"), 0);
            sink.processElement(update(row("id", 1), "log:30"), 0);
            sink.processElement(delete(row("id", 2), "log:40"), 0);
            sink.prepareSnapshotPreBarrier(1);
        }

        assertThat(stored("orders"))
                .containsExactlyInAnyOrder(
                        "{\"_id\": {\"key\": 1, \"at\": \"snapshot\"}, \"id\": 1}",
                        "{\"_id\": {\"key\": 2, \"at\": \"log:10\"}, \"id\": 2}",
                        "{\"_id\": {\"key\": 2, \"at\": \"log:20\"}, \"id\": 2}",
                        "{\"_id\": {\"key\": 1, \"at\": \"log:30\"}, \"id\": 1}");
    }

    @Test
    void appendedRowsThatComeAgainAreNotDoubled() throws Exception {
        mode = WriteMode.APPEND;
        List<RowChange> changes = List.of(
                read("orders", row("id", 1)),
                insert(row("id", 2), "log:10"),
                insert(row("id", 2).append("part", new BsonInt64(2)), "log:10"),
                insert(row("id", 3), ""));
        for (int attempt = 0; attempt < 2; attempt++) {
            try (var sink = opened(ORDERS)) {
                for (RowChange change : changes) {
                    sink.processElement(change, 0);
                }
                sink.prepareSnapshotPreBarrier(1);
            }
        }

        assertThat(stored("orders")).hasSize(4).anyMatch(row -> row.contains("\"n\": 1"));
    }

    @Test
    void aTargetThatDoesNotAnswerIsACodedFaultWithoutThePassword() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        uri = "mongodb://tapstate:s3cret@127.0.0.1:" + port + "/copies?serverSelectionTimeoutMS=300";

        assertThatThrownBy(() -> opened(ORDERS))
                .hasStackTraceContaining("actuation.target-unreachable")
                .hasStackTraceContaining("127.0.0.1:" + port + "/copies")
                .hasStackTraceContaining("sync.copy")
                .satisfies(fault -> {
                    StringWriter trace = new StringWriter();
                    fault.printStackTrace(new PrintWriter(trace));
                    assertThat(trace.toString()).doesNotContain("s3cret");
                });
    }

    @Test
    void documentsThatNobodyOwnsAreLeftAlone() {
        collection("orders").insertOne(Document.parse("{_id: 'mine'}"));

        assertThatThrownBy(() -> opened(ORDERS))
                .isInstanceOf(SuppressRestartsException.class)
                .hasStackTraceContaining("actuation.target-not-empty")
                .hasStackTraceContaining("1 documents")
                .hasStackTraceContaining("orders");

        assertThat(stored("orders")).containsExactly("{\"_id\": \"mine\"}");
        assertThat(owners()).isEmpty();
    }

    @Test
    void whatIsAdoptedIsReplacedByTheLoad() throws Exception {
        collection("orders").insertOne(Document.parse("{_id: 'theirs', id: 'theirs'}"));
        collection("orders").insertOne(new Document("_id", 1).append("old", true));
        adoption = Adoption.UNOWNED;
        try (var sink = opened(ORDERS)) {
            sink.processElement(read("orders", row("id", 1)), 0);
            sink.prepareSnapshotPreBarrier(1);
            assertThat(stored("orders")).as("until the load is in").hasSize(2);
            sink.processWatermark(LoadPhase.SNAPSHOT_DONE);
        }

        assertThat(collection("orders").find().into(new ArrayList<>()))
                .hasSize(1)
                .allMatch(row -> row.getLong("id") == 1 && !row.containsKey("old"));
    }

    @Test
    void anotherPipelinesCollectionIsRefusedUntilItIsTakenOver() throws Exception {
        opened(ORDERS).close();
        pipeline = "other";
        adoption = Adoption.UNOWNED;
        assertThatThrownBy(() -> opened(ORDERS))
                .hasStackTraceContaining("actuation.target-owned")
                .hasStackTraceContaining("sync.copy of the pipeline `p`");

        adoption = Adoption.EVERYTHING;
        opened(ORDERS).close();
        adoption = Adoption.NOTHING;
        opened(ORDERS).close();
        pipeline = "p";
        assertThatThrownBy(() -> opened(ORDERS)).hasStackTraceContaining("actuation.target-owned");
    }

    @Test
    void aStepOfAnotherNameKeepsThePipelinesCollectionAndARivalDoesNot() throws Exception {
        opened(ORDERS).close();
        step = "sync.renamed";
        opened(ORDERS).close();

        step = "view.orders";
        Target contested = new Target("orders", "orders", List.of("id"), List.of(), Set.of("sync.renamed"));
        assertThatThrownBy(() -> opened(contested))
                .hasStackTraceContaining("actuation.target-written-twice")
                .hasStackTraceContaining("sync.renamed");
    }

    @Test
    void aMissingCollectionIsNotMadeUnlessAsked() {
        creates = false;
        assertThatThrownBy(() -> opened(ORDERS)).hasStackTraceContaining("actuation.target-missing");
        assertThat(owners()).isEmpty();

        client.getDatabase(name).createCollection("orders");
        assertThat(org.assertj.core.api.Assertions.catchThrowable(
                        () -> opened(ORDERS).close()))
                .isNull();
    }

    @Test
    void aLoadFromTheStartRemovesWhatIsGoneAndKeepsWhatComesMeanwhile() throws Exception {
        try (var sink = opened(ORDERS)) {
            for (int id = 0; id < 2_500; id++) {
                sink.processElement(read("orders", row("id", id)), 0);
            }
            sink.processWatermark(LoadPhase.SNAPSHOT_DONE);
            sink.processElement(insert(row("id", 5_000), "log:1"), 0);
            sink.prepareSnapshotPreBarrier(1);
        }
        assertThat(collection("orders").countDocuments()).isEqualTo(2_501);
        assertThat(notes()).as("an empty collection needs no notes").isZero();

        try (var sink = opened(ORDERS)) {
            for (int id = 0; id < 2_500; id += 2) {
                sink.processElement(read("orders", row("id", id)), 0);
            }
            sink.processElement(insert(row("id", 9_001), "log:2"), 0);
            sink.processElement(delete(row("id", 0), "log:3"), 0);
            sink.prepareSnapshotPreBarrier(1);
            assertThat(collection("orders").countDocuments())
                    .as("until the load is in")
                    .isEqualTo(2_501);
            sink.processWatermark(LoadPhase.SNAPSHOT_DONE);
            sink.processElement(insert(row("id", 9_003), "log:4"), 0);
            sink.prepareSnapshotPreBarrier(2);
        }

        assertThat(collection("orders").countDocuments()).isEqualTo(1_249 + 2);
        assertThat(collection("orders").countDocuments(Filters.mod("id", 2, 1))).isEqualTo(2);
        assertThat(notes()).isZero();
        assertThat(owners().get(0)).doesNotContainKey("load");
    }

    @Test
    void aLoadThatGoesOnFromACheckpointKeepsItsNotes() throws Exception {
        collection("orders").insertOne(Document.parse("{_id: 'stale'}"));
        adoption = Adoption.UNOWNED;
        OperatorSubtaskState checkpoint;
        try (var sink = opened(ORDERS)) {
            sink.processElement(read("orders", row("id", 1)), 0);
            sink.prepareSnapshotPreBarrier(1);
            checkpoint = sink.snapshot(1, 1);
        }
        try (var sink = harness(ORDERS)) {
            sink.setRestoredCheckpointId(1);
            sink.initializeState(checkpoint);
            sink.open();
            sink.processElement(read("orders", row("id", 2)), 0);
            sink.processWatermark(LoadPhase.SNAPSHOT_DONE);
        }

        assertThat(stored("orders")).hasSize(2).noneMatch(row -> row.contains("stale"));
    }

    // Flink tells an operator without state that it begins anew, and then all of these would count as left over.
    @Test
    void aWriterThatGoesOnFromACheckpointRemovesNothingThatItDoesNotWriteAgain() throws Exception {
        OperatorSubtaskState checkpoint;
        try (var sink = opened(ORDERS)) {
            sink.processElement(read("orders", row("id", 1)), 0);
            sink.processWatermark(LoadPhase.SNAPSHOT_DONE);
            sink.prepareSnapshotPreBarrier(1);
            checkpoint = sink.snapshot(1, 1);
        }
        assertThat(checkpoint.hasState()).isTrue();
        try (var sink = harness(ORDERS)) {
            sink.initializeState(checkpoint);
            sink.open();
            sink.processWatermark(LoadPhase.SNAPSHOT_DONE);
        }

        assertThat(stored("orders")).hasSize(1);
    }

    @Test
    void everySubtaskSweepsItsOwnDocuments() throws Exception {
        collection("orders").insertOne(new Document("_id", 77L).append("id", 77L));
        collection("orders").insertOne(new Document("_id", 78L).append("id", 78L));
        adoption = Adoption.UNOWNED;
        var owner = new DocumentOwner(new TargetCollections(List.of(ORDERS)));
        try (var first = harness(2, 0, ORDERS);
                var second = harness(2, 1, ORDERS)) {
            first.open();
            second.open();
            for (int id = 1; id <= 20; id++) {
                RowChange change = read("orders", row("id", id));
                (DocumentOwner.of(owner.getKey(change), 2) == 0 ? first : second).processElement(change, 0);
            }
            first.processWatermark(LoadPhase.SNAPSHOT_DONE);
            assertThat(notes()).as("the other subtask is not done").isPositive();
            second.processWatermark(LoadPhase.SNAPSHOT_DONE);
        }

        assertThat(collection("orders").countDocuments()).isEqualTo(20);
        assertThat(notes()).isZero();
    }

    @Test
    void whatTheStoreRefusesHoldsUpNothingElse() throws Exception {
        policy = RecordFaults.Policy.SKIP;
        Document unique = new Document("email", 1);
        client.getDatabase(name)
                .getCollection("orders")
                .createIndex(unique, new IndexOptions().unique(true).sparse(true));
        String large = "x".repeat(DocumentWrites.LARGEST_DOCUMENT);
        try (var sink = opened(ORDERS)) {
            sink.processElement(read("orders", row("id", 0).append("email", new BsonString("taken"))), 0);
            sink.prepareSnapshotPreBarrier(1);
            for (int id = 1; id <= 10_000; id++) {
                BsonDocument row = row("id", id);
                if (id % 5_000 == 17) {
                    row.append("text", new BsonString(large));
                } else if (id % 5_000 == 18) {
                    row.append("email", new BsonString("taken"));
                } else if (id % 5_000 == 19) {
                    row.remove("id");
                }
                sink.processElement(
                        new RowChange(
                                ChangeKind.INSERT,
                                new TableId("appdb", "orders"),
                                new KeyEncoding().add(new BsonInt64(id)).key(),
                                null,
                                RowWriter.encode(row),
                                0,
                                "log:" + id),
                        0);
            }
            sink.prepareSnapshotPreBarrier(2);
        }

        assertThat(collection("orders").countDocuments()).isEqualTo(1 + 10_000 - 6);
    }

    @Test
    void aDocumentOfTheLargestSizeFitsAndOneByteMoreIsRefused() {
        DocumentWrites writes = new DocumentWrites(ORDERS, WriteMode.UPSERT);
        int fields = RowWriter.encode(row("id", 1).append("text", new BsonString(""))).length;
        int id = RowWriter.encode(new BsonDocument("_id", new BsonInt64(1))).length - 5;
        String fitting = "x".repeat(DocumentWrites.LARGEST_DOCUMENT - fields - id);

        assertThat(writes.write(read("orders", row("id", 1).append("text", new BsonString(fitting))))
                        .orElseThrow()
                        .bytes())
                .isEqualTo(16_777_216);
        RowChange larger = read("orders", row("id", 2).append("text", new BsonString(fitting + "x")));
        assertThatThrownBy(() -> writes.write(larger))
                .hasMessageContaining("actuation.document-too-large")
                .hasMessageContaining("16777217");
    }

    @Test
    void aFieldInThePlaceOfTheKeyIsRefusedUnlessItIsTheKey() {
        RowChange change = read("orders", row("id", 1).append("_id", new BsonString("a")));
        Target keyed = target("orders", "orders", "_id");

        assertThat(new RawBsonDocument(new DocumentWrites(keyed, WriteMode.UPSERT)
                        .write(change)
                        .orElseThrow()
                        .document()))
                .isEqualTo(new BsonDocument("_id", new BsonString("a")).append("id", new BsonInt64(1)));
        assertThatThrownBy(() -> new DocumentWrites(ORDERS, WriteMode.UPSERT).write(change))
                .hasMessageContaining("actuation.id-beside-key");
        assertThatThrownBy(() -> new DocumentWrites(keyed, WriteMode.APPEND).write(change))
                .hasMessageContaining("actuation.id-beside-key");
    }

    @Test
    void aChangeWithoutItsKeyIsACodedFault() throws Exception {
        try (var sink = opened(ORDERS)) {
            RowChange keyless = new RowChange(
                    ChangeKind.READ,
                    new TableId("appdb", "orders"),
                    new KeyEncoding().add(new BsonInt64(1)).key(),
                    null,
                    RowWriter.encode(row("other", 1)),
                    0,
                    "");
            assertThatThrownBy(() -> sink.processElement(keyless, 0))
                    .hasStackTraceContaining("actuation.key-column-absent");
        }
    }

    @Test
    void rowsThatSwapAUniqueValueBothArrive() throws Exception {
        client.getDatabase(name)
                .getCollection("orders")
                .createIndex(new Document("email", 1), new IndexOptions().unique(true));
        try (var sink = opened(ORDERS)) {
            sink.processElement(read("orders", row("id", 1).append("email", new BsonString("a"))), 0);
            sink.processElement(read("orders", row("id", 2).append("email", new BsonString("b"))), 0);
            sink.prepareSnapshotPreBarrier(1);
            sink.processElement(delete(row("id", 1), "log:1"), 0);
            sink.processElement(update(row("id", 2).append("email", new BsonString("a")), "log:2"), 0);
            sink.processElement(insert(row("id", 3).append("email", new BsonString("b")), "log:3"), 0);
            sink.prepareSnapshotPreBarrier(2);
        }

        assertThat(collection("orders").find().sort(Sorts.ascending("id")).map(row -> row.getString("email")))
                .containsExactly("a", "b");
    }

    @Test
    void refusalsOfOneDocumentAreToldFromThoseOfTheServer() {
        assertThat(StoreFaults.ofDocument(new BulkWriteError(121, "", new BsonDocument(), 0)))
                .isTrue();
        assertThat(StoreFaults.passing(new BulkWriteError(10_107, "", new BsonDocument(), 0)))
                .isTrue();
        BulkWriteError login = new BulkWriteError(13, "", new BsonDocument(), 0);
        assertThat(StoreFaults.ofDocument(login)).isFalse();
        assertThat(StoreFaults.passing(login)).isFalse();
        assertThat(StoreFaults.keyTooLarge(17_280))
                .as(TargetError.KEY_TOO_LARGE.code() + " actuation.key-too-large")
                .isTrue();
    }

    @Test
    void aConnectionThatBreaksBeforeItIsUsedMayBeTriedAgainAndAWrongPasswordMayNot() {
        ServerAddress server = new ServerAddress("127.0.0.1", 1);
        MongoCredential login = MongoCredential.createCredential("u", "admin", new char[0]);
        assertThat(StoreFaults.passing(
                        new MongoConnectionPoolClearedException(new ServerId(new ClusterId(), server), null)))
                .isTrue();
        MongoSecurityException cut =
                new MongoSecurityException(login, "authenticating", new MongoSocketReadException("cut", server));
        assertThat(StoreFaults.passing(cut)).isTrue();
        assertThat(StoreFaults.reason(cut)).isEqualTo("the connection broke");
        MongoSecurityException wrong = new MongoSecurityException(login, "authenticating");
        assertThat(StoreFaults.passing(wrong)).isFalse();
        assertThat(StoreFaults.reason(wrong)).isEqualTo("user or password is wrong");
    }

    @Test
    void numbersThatAreEqualToTheStoreAreOneDocument() {
        assertThat(DocumentId.identity(new BsonInt32(1))).isEqualTo(DocumentId.identity(new BsonInt64(1)));
        assertThat(DocumentId.identity(BsonDocument.parse("{a: 1, b: {$numberLong: '2'}}")))
                .isEqualTo(DocumentId.identity(BsonDocument.parse("{a: {$numberDecimal: '1.0'}, b: 2}")))
                .isNotEqualTo(DocumentId.identity(BsonDocument.parse("{a: 2, b: 1}")));
    }

    private OneInputStreamOperatorTestHarness<RowChange, Object> opened(Target... targets) throws Exception {
        OneInputStreamOperatorTestHarness<RowChange, Object> harness = harness(targets);
        harness.open();
        return harness;
    }

    private OneInputStreamOperatorTestHarness<RowChange, Object> harness(Target... targets) throws Exception {
        return harness(1, 0, targets);
    }

    private OneInputStreamOperatorTestHarness<RowChange, Object> harness(int subtasks, int subtask, Target... targets)
            throws Exception {
        SinkRequest request = new SinkRequest(
                new ConnectionConfig(Map.of("uri", uri)),
                pipeline,
                step,
                mode,
                List.of(targets),
                new SinkRequest.Settings(false, creates, adoption, true, 300),
                new RecordFaults(policy, pipeline, step, new TreeMap<>(), null));
        SinkPlan plan = SinkPlan.of(request);
        SinkPlan shared = subtasks == 1
                ? plan
                : new SinkPlan(
                        plan.pipeline(),
                        plan.mode(),
                        plan.targets(),
                        plan.settings(),
                        plan.faults(),
                        "the load of all subtasks",
                        plan.batchSize());
        // Typed for a committer, which this sink does not have.
        @SuppressWarnings({"unchecked", "rawtypes"})
        OneInputStreamOperatorFactory<RowChange, Object> writer =
                new SinkWriterOperatorFactory(new DocumentSink(TargetStore.of(request), shared));
        return new OneInputStreamOperatorTestHarness<>(writer, subtasks, subtasks, subtask);
    }

    private MongoCollection<Document> collection(String collection) {
        return client.getDatabase(name).getCollection(collection);
    }

    private List<String> stored(String collection) {
        return collection(collection)
                .find()
                .sort(Sorts.ascending("_id"))
                .map(Document::toJson)
                .into(new ArrayList<>());
    }

    private List<Document> owners() {
        return collection(TargetOwnership.COLLECTION).find().into(new ArrayList<>());
    }

    private long notes() {
        return collection(LoadMarks.PREFIX + "orders").countDocuments();
    }

    private static Target target(String origin, String collection, String... key) {
        return new Target(origin, collection, List.of(key), List.of(), Set.of());
    }

    private static BsonDocument row(String column, long value) {
        return new BsonDocument(column, new BsonInt64(value));
    }

    private static RowChange read(String table, BsonDocument row) {
        return change(ChangeKind.READ, table, row, "");
    }

    private static RowChange insert(BsonDocument row, String position) {
        return change(ChangeKind.INSERT, "orders", row, position);
    }

    private static RowChange update(BsonDocument row, String position) {
        return change(ChangeKind.UPDATE, "orders", row, position);
    }

    private static RowChange delete(BsonDocument row, String position) {
        return change(ChangeKind.DELETE, "orders", row, position);
    }

    private static RowChange change(ChangeKind kind, String table, BsonDocument row, String position) {
        byte[] bytes = RowWriter.encode(row);
        boolean delete = kind == ChangeKind.DELETE;
        return new RowChange(
                kind,
                new TableId("appdb", table),
                new KeyEncoding().add(row.values().iterator().next()).key(),
                delete ? bytes : null,
                delete ? null : bytes,
                0,
                position);
    }
}
