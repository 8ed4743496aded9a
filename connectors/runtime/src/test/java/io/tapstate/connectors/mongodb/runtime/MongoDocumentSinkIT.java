package io.tapstate.connectors.mongodb.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Sorts;
import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.catalog.WriteMode;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.embedded.DocumentStore;
import io.tapstate.connectors.embedded.ServerOptions;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.registry.ConnectorRuntimes;
import io.tapstate.connectors.row.RowWriter;
import io.tapstate.connectors.runtime.CaptureJob;
import io.tapstate.connectors.runtime.LoadPhase;
import io.tapstate.connectors.runtime.RecordFaults;
import io.tapstate.connectors.runtime.RowChangeSerializer;
import io.tapstate.connectors.runtime.RowChangeTypeInfo;
import io.tapstate.connectors.runtime.SinkMetrics;
import io.tapstate.connectors.runtime.SinkRequest;
import io.tapstate.connectors.runtime.TestMetrics;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.runtime.operators.sink.SinkWriterOperatorFactory;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sink inside Flink's own sink operator, on the real store; the test moves the clock. */
class MongoDocumentSinkIT {
    private static final TableId ORDERS = new TableId("appdb", "orders");

    private String database;
    private MongoClient client;
    private MongoCollection<BsonDocument> view;

    @BeforeEach
    void connect() {
        database = TestDatabases.uniqueName("views");
        client = MongoClients.create(TestDatabases.store().uri(database));
        view = client.getDatabase(database).getCollection("order_state", BsonDocument.class);
    }

    @AfterEach
    void disconnect() {
        client.getDatabase(database).drop();
        client.close();
    }

    @Test
    void documentsAreReplacedWholeAndDeletedByKey() throws Exception {
        try (var sink = opened(List.of("id"))) {
            sink.processElement(put(row(1, "alice").append("extra", new BsonString("x"))), 0);
            sink.processElement(put(row(2, "bob")), 0);
            sink.prepareSnapshotPreBarrier(1);
            sink.processElement(put(row(1, "alicia")), 0);
            sink.processElement(delete(row(2, "bob")), 0);
            sink.processElement(delete(row(9, "nobody")), 0);
            sink.prepareSnapshotPreBarrier(2);

            assertThat(stored())
                    .containsExactly(BsonDocument.parse(
                            "{_id: {$numberLong: '1'}, id: {$numberLong: '1'}," + " customer: 'alicia'}"));
        }
    }

    @Test
    void severalKeyColumnsMakeASubDocumentInDeclaredOrder() throws Exception {
        try (var sink = opened(List.of("customer", "id"))) {
            sink.processElement(put(row(1, "alice")), 0);
            sink.processElement(put(row(2, "bob")), 0);
            sink.processElement(delete(row(2, "bob")), 0);
            sink.prepareSnapshotPreBarrier(1);

            assertThat(stored()).hasSize(1);
            assertThat(stored().get(0).toJson())
                    .isEqualTo("{\"_id\": {\"customer\": \"alice\", \"id\": 1}, \"id\": 1, \"customer\": \"alice\"}");
        }
    }

    @Test
    void changesOfAKeyKeepTheirOrder() throws Exception {
        try (var sink = opened(List.of("id"))) {
            for (int i = 0; i < 2_500; i++) {
                sink.processElement(put(row(i % 3, "v" + i)), 0);
                if (i % 7 == 0) {
                    sink.processElement(delete(row(i % 3, "")), 0);
                }
            }
            sink.prepareSnapshotPreBarrier(1);

            // 2499 = 7 * 357 was deleted at once; 2497 and 2498 stand.
            assertThat(stored().stream().map(d -> d.getString("customer").getValue()))
                    .containsExactly("v2497", "v2498");
        }
    }

    @Test
    void aBatchIsCutByCountByBytesAndByTime() throws Exception {
        try (var sink = opened(List.of("id"))) {
            sink.setProcessingTime(1_000);
            for (int i = 1; i < SinkPlan.MOST_DOCUMENTS; i++) {
                sink.processElement(put(row(i, "x")), 0);
            }
            assertThat(view.countDocuments()).isZero();
            sink.processElement(put(row(1_000, "x")), 0);
            assertThat(view.countDocuments()).isEqualTo(1_000);

            sink.processElement(put(row(1_001, "y".repeat(3 << 20))), 0);
            assertThat(view.countDocuments()).isEqualTo(1_000);
            sink.processElement(put(row(1_002, "y".repeat(1 << 20))), 0);
            assertThat(view.countDocuments()).isEqualTo(1_002);

            sink.setProcessingTime(1_020);
            sink.processElement(put(row(1_003, "z")), 0);
            sink.setProcessingTime(1_029);
            assertThat(view.countDocuments()).isEqualTo(1_002);
            sink.setProcessingTime(1_030);
            assertThat(view.countDocuments()).isEqualTo(1_003);
        }
    }

    @Test
    void theWatermarkFlushes() throws Exception {
        try (var sink = opened(List.of("id"))) {
            sink.processElement(put(row(1, "alice")), 0);

            sink.processWatermark(LoadPhase.SNAPSHOT_DONE);

            assertThat(view.countDocuments()).isEqualTo(1);
        }
    }

    @Test
    void metricsTellWhatIsWrittenAndThatTheLoadIsComplete() throws Exception {
        TestMetrics.clear();
        try (MiniCluster cluster = CaptureJob.cluster()) {
            StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
            environment
                    .fromData(RowChangeTypeInfo.INSTANCE, put(row(1, "a")), put(row(2, "b")), delete(row(1, "a")))
                    .setParallelism(1)
                    .sinkTo(sink(TestDatabases.store().uri(database), List.of("id")))
                    .setParallelism(1);
            cluster.executeJobBlocking(environment.getStreamGraph().getJobGraph());
        }

        assertThat(TestMetrics.sum("/" + SinkMetrics.DOCUMENTS_WRITTEN))
                .as("of one document only the last write goes out")
                .isEqualTo(1);
        assertThat(TestMetrics.sum("/" + SinkMetrics.DOCUMENTS_DELETED)).isEqualTo(1);
        assertThat(TestMetrics.sum("/" + SinkMetrics.LOADED)).isEqualTo(1);
    }

    @Test
    void indexesAreMadeOnceAndOpeningAgainChangesNothing() throws Exception {
        opened(List.of("id")).close();
        opened(List.of("id")).close();

        List<String> keys = new ArrayList<>();
        for (Document index : view.listIndexes()) {
            keys.add(((Document) index.get("key")).keySet() + (index.getBoolean("unique", false) ? " unique" : ""));
        }
        assertThat(keys).contains("[id] unique", "[customer]");
    }

    @Test
    void aStoreThatDoesNotAnswerIsACodedFaultWithoutThePassword() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        String uri = "mongodb://tapstate:s3cret@127.0.0.1:" + port + "/views?serverSelectionTimeoutMS=300";

        assertThatThrownBy(() -> opened(uri, List.of("id")))
                .hasStackTraceContaining("actuation.view-store-unreachable")
                .hasStackTraceContaining("127.0.0.1:" + port + "/views")
                .satisfies(e -> assertThat(traces(e)).doesNotContain("s3cret"));
    }

    @Test
    void aBadUriIsACodedFaultWithoutItsText() {
        assertThatThrownBy(() -> sink("mongodb://tapstate:s3cret@:x/", List.of("id")))
                .isInstanceOf(TapException.class)
                .hasMessageContaining("actuation.view-store-unreachable")
                .satisfies(e -> assertThat(traces(e)).doesNotContain("s3cret"));
    }

    @Test
    void aRefusedWriteIsACodedFaultWithoutTheDocument() throws Exception {
        try (var sink = opened(List.of("id"))) {
            view.createIndex(new Document("secret", 1), new IndexOptions().unique(true));
            sink.processElement(put(row(1, "a").append("secret", new BsonString("s3cret"))), 0);
            sink.processElement(put(row(2, "b").append("secret", new BsonString("s3cret"))), 0);

            assertThatThrownBy(() -> sink.prepareSnapshotPreBarrier(1))
                    .hasStackTraceContaining("actuation.write-refused")
                    .hasStackTraceContaining("11000")
                    .satisfies(e -> assertThat(traces(e)).doesNotContain("s3cret"));
            view.deleteMany(new Document());
        }
    }

    @Test
    void anIndexThatTheDocumentsForbidIsACodedFaultThatEndsTheJob() {
        client.getDatabase(database)
                .getCollection(TargetOwnership.COLLECTION)
                .insertOne(
                        Document.parse("{_id: 'order_state', pipeline: 'p', step: 'view.order_state', key: ['id']}"));
        view.insertOne(BsonDocument.parse("{_id: 1, id: 5}"));
        view.insertOne(BsonDocument.parse("{_id: 2, id: 5}"));

        assertThatThrownBy(() -> opened(sink(TestDatabases.store().uri(database), List.of("id"), false)))
                .hasStackTraceContaining("actuation.index-refused")
                .isInstanceOf(SuppressRestartsException.class);
    }

    @Test
    void aStoreThatComesBackGetsEverything(@TempDir Path folder) throws Exception {
        SlowRows.restart();
        DocumentStore store = DocumentStore.start(folder, ServerOptions.FAST, System.out::println);
        try (MiniCluster cluster = CaptureJob.cluster()) {
            Configuration settings = new Configuration();
            settings.setString("restart-strategy.type", "none");
            StreamExecutionEnvironment environment =
                    StreamExecutionEnvironment.getExecutionEnvironment(settings).setParallelism(1);
            environment
                    .fromSequence(1, 2 * SlowRows.HALF)
                    .map(new SlowRows(), RowChangeTypeInfo.INSTANCE)
                    .sinkTo(sink(store.uri(database), List.of("id")));
            JobGraph job = environment.getStreamGraph().getJobGraph();
            cluster.submitJob(job).get(1, TimeUnit.MINUTES);
            assertThat(SlowRows.halfway.await(1, TimeUnit.MINUTES)).isTrue();

            store.close();
            SlowRows.storeIsDown.countDown();
            awaitAttempt(store.port());
            store = DocumentStore.start(folder, ServerOptions.FAST, System.out::println);

            assertThat(cluster.requestJobResult(job.getJobID())
                            .get(1, TimeUnit.MINUTES)
                            .getSerializedThrowable())
                    .isEmpty();
            try (MongoClient reader = MongoClients.create(store.uri(database))) {
                assertThat(reader.getDatabase(database)
                                .getCollection("order_state")
                                .countDocuments())
                        .isEqualTo(2 * SlowRows.HALF);
            }
        } finally {
            store.close();
        }
    }

    // Whoever knocks is turned away.
    private static void awaitAttempt(int port) throws Exception {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
            socket.setSoTimeout(60_000);
            socket.accept().close();
        }
    }

    /** Rows that wait halfway until the store is down. */
    private static final class SlowRows implements MapFunction<Long, RowChange> {
        private static final long serialVersionUID = 1L;
        static final long HALF = 500;
        static CountDownLatch halfway;
        static CountDownLatch storeIsDown;

        static void restart() {
            halfway = new CountDownLatch(1);
            storeIsDown = new CountDownLatch(1);
        }

        @Override
        public RowChange map(Long number) throws Exception {
            if (number == HALF + 1) {
                halfway.countDown();
                storeIsDown.await();
            }
            return put(row(number, "x"));
        }
    }

    private List<BsonDocument> stored() {
        return view.find().sort(Sorts.ascending("id")).into(new ArrayList<>());
    }

    private OneInputStreamOperatorTestHarness<RowChange, Object> opened(List<String> key) throws Exception {
        return opened(TestDatabases.store().uri(database), key);
    }

    private OneInputStreamOperatorTestHarness<RowChange, Object> opened(String uri, List<String> key) throws Exception {
        return opened(sink(uri, key));
    }

    private static OneInputStreamOperatorTestHarness<RowChange, Object> opened(Sink<RowChange> sink) throws Exception {
        OneInputStreamOperatorTestHarness<RowChange, Object> harness =
                new OneInputStreamOperatorTestHarness<>(new SinkWriterOperatorFactory(sink), new RowChangeSerializer());
        harness.open();
        return harness;
    }

    private static Sink<RowChange> sink(String uri, List<String> key) {
        return sink(uri, key, true);
    }

    /** @param loads whether it begins with all rows */
    private static Sink<RowChange> sink(String uri, List<String> key, boolean loads) {
        return ConnectorRuntimes.sink("mongodb")
                .sink(new SinkRequest(
                        new ConnectionConfig(Map.of("uri", uri)),
                        "p",
                        "view.order_state",
                        WriteMode.UPSERT,
                        List.of(new SinkRequest.Target(
                                SinkRequest.EVERY_ORIGIN, "order_state", key, List.of("customer", "id"), Set.of())),
                        new SinkRequest.Settings(true, true, SinkRequest.Adoption.NOTHING, loads, null),
                        RecordFaults.failing("p", "view.order_state")));
    }

    private static String traces(Throwable fault) {
        StringWriter text = new StringWriter();
        fault.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private static BsonDocument row(long id, String customer) {
        return new BsonDocument("id", new BsonInt64(id)).append("customer", new BsonString(customer));
    }

    private static RowChange put(BsonDocument row) {
        return new RowChange(ChangeKind.INSERT, ORDERS, key(row), null, RowWriter.encode(row), 0, "");
    }

    private static RowChange delete(BsonDocument row) {
        return new RowChange(ChangeKind.DELETE, ORDERS, key(row), RowWriter.encode(row), null, 0, "");
    }

    private static RowKey key(BsonDocument row) {
        return new KeyEncoding().add(row.get("id")).key();
    }
}
