package io.tapstate.connectors.mongodb.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Sorts;
import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.catalog.WriteMode;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.row.RowWriter;
import io.tapstate.connectors.runtime.FinalFaults;
import io.tapstate.connectors.runtime.LoadPhase;
import io.tapstate.connectors.runtime.RecordFaults;
import io.tapstate.connectors.runtime.SinkRequest.Adoption;
import io.tapstate.connectors.runtime.SinkRequest.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Collections that were there before: by hand, by other tools, by another version of the pipeline. */
class TargetHistoryIT {
    private static final Target BY_ORDER = SinkHarness.target("lines", "lines", "order");
    private static final Target BY_LINE = SinkHarness.target("lines", "lines", "order", "line");

    private String name;
    private MongoClient client;

    @BeforeEach
    void connect() {
        name = TestDatabases.uniqueName("history");
        client = MongoClients.create(TestDatabases.store().uri(name));
    }

    @AfterEach
    void disconnect() {
        client.getDatabase(name).drop();
        client.close();
    }

    /** Other tools leave {@code _id} to the store; the key is then in another document than the one we write. */
    @Test
    void adoptedDocumentsOfTheSameKeyAndAnotherIdAreReplacedByTheLoad() throws Exception {
        for (int order = 1; order <= 700; order++) {
            lines().insertOne(new Document("_id", new ObjectId())
                    .append("order", (long) order)
                    .append("text", "theirs"));
        }
        try (var sink = harness().adopting(Adoption.UNOWNED).opened(BY_ORDER)) {
            for (int order = 1; order <= 650; order++) {
                sink.processElement(read(order, 1, "ours"), 0);
            }
            sink.processWatermark(LoadPhase.SNAPSHOT_DONE);
        }

        assertThat(lines().countDocuments()).isEqualTo(650);
        assertThat(lines().countDocuments(new Document("text", "ours"))).isEqualTo(650);
        assertThat(uniqueIndexes()).containsExactly("[order]");
    }

    /** No unique index of the key can be made before the load is in. */
    @Test
    void adoptedDocumentsThatHaveAKeyTwiceAreReplacedByTheLoadAndTheIndexIsMadeThen() throws Exception {
        for (int copy = 0; copy < 2; copy++) {
            lines().insertOne(new Document("_id", new ObjectId()).append("order", 1L));
            lines().insertOne(new Document("_id", new ObjectId()).append("order", 2L));
        }
        OperatorSubtaskState checkpoint;
        try (var sink = harness().adopting(Adoption.UNOWNED).opened(BY_ORDER)) {
            sink.processElement(read(1, 1, "ours"), 0);
            sink.prepareSnapshotPreBarrier(1);
            checkpoint = sink.snapshot(1, 1);
            assertThat(uniqueIndexes()).isEmpty();
        }
        try (var sink = harness().harness(BY_ORDER)) {
            sink.initializeState(checkpoint);
            sink.open();
            sink.processElement(read(3, 1, "ours"), 0);
            sink.processWatermark(LoadPhase.SNAPSHOT_DONE);
        }

        assertThat(orders()).containsExactly(1L, 3L);
        assertThat(uniqueIndexes()).containsExactly("[order]");
    }

    @Test
    void aLongerKeyReplacesWhatTheShorterOneWrote() throws Exception {
        load(BY_ORDER, read(1, 1, "old"), read(2, 1, "old"), read(3, 1, "old"));
        load(BY_LINE, read(1, 1, "new"), read(1, 2, "new"), read(2, 1, "new"));

        assertThat(orders()).containsExactly(1L, 1L, 2L);
        assertThat(lines().countDocuments(new Document("text", "new"))).isEqualTo(3);
        assertThat(uniqueIndexes()).containsExactly("[order, line]");
    }

    @Test
    void aShorterKeyReplacesWhatTheLongerOneWrote() throws Exception {
        load(BY_LINE, read(1, 1, "old"), read(1, 2, "old"), read(2, 1, "old"));
        load(BY_ORDER, read(1, 2, "new"), read(3, 1, "new"));

        assertThat(orders()).containsExactly(1L, 3L);
        assertThat(lines().countDocuments(new Document("text", "new"))).isEqualTo(2);
        assertThat(uniqueIndexes()).containsExactly("[order]");
    }

    @Test
    void aTargetThatIsNowAppendedToTakesSeveralDocumentsOfAKeyAndBack() throws Exception {
        load(BY_ORDER, read(1, 1, "old"));
        try (var sink = harness().mode(WriteMode.APPEND).opened(BY_ORDER)) {
            sink.processElement(read(1, 1, "first"), 0);
            sink.processElement(change(ChangeKind.UPDATE, 1, 1, "second"), 0);
            sink.prepareSnapshotPreBarrier(1);
        }
        assertThat(lines().find().map(line -> line.getString("text")))
                .containsExactlyInAnyOrder("old", "first", "second");

        load(BY_ORDER, read(1, 1, "new"));
        assertThat(lines().find().map(line -> line.getString("text"))).containsExactly("new");
        assertThat(uniqueIndexes()).containsExactly("[order]");
    }

    @Test
    void outsideALoadNothingIsRemovedForAKeyThatIsTaken() throws Exception {
        load(BY_ORDER, read(1, 1, "ours"));
        try (var sink = harness().skipping().opened(BY_ORDER)) {
            sink.processElement(read(1, 1, "ours"), 0);
            sink.processWatermark(LoadPhase.SNAPSHOT_DONE);
            lines().insertOne(new Document("_id", "theirs").append("order", 2L));
            sink.processElement(change(ChangeKind.INSERT, 2, 1, "ours"), 0);
            sink.prepareSnapshotPreBarrier(1);
        }
        assertThat(orders()).containsExactly(1L, 2L);
        assertThat(lines().countDocuments(new Document("_id", "theirs"))).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(RecordFaults.Policy.class)
    void aUniqueIndexOfTheTargetsOwnFollowsTheErrorPolicy(RecordFaults.Policy policy) throws Exception {
        client.getDatabase(name).createCollection("lines");
        lines().createIndex(new Document("text", 1), new IndexOptions().unique(true));
        String letters = TestDatabases.store().uri(name);
        Throwable fault = catchThrowable(() -> {
            try (var sink = harness().policy(policy, letters).opened(BY_ORDER)) {
                for (int order = 1; order <= 500; order++) {
                    sink.processElement(read(order, 1, order % 100 == 0 ? "taken" : "free " + order), 0);
                }
                sink.prepareSnapshotPreBarrier(1);
            }
        });

        if (policy == RecordFaults.Policy.FAIL) {
            assertThat(fault).hasStackTraceContaining("actuation.write-refused");
            return;
        }
        assertThat(fault).isNull();
        assertThat(lines().countDocuments()).as("one of five has it").isEqualTo(496);
        List<Document> kept = client.getDatabase(name)
                .getCollection("tapstate_dead_letters")
                .find()
                .into(new ArrayList<>());
        assertThat(kept)
                .hasSize(policy == RecordFaults.Policy.SKIP ? 0 : 4)
                .allMatch(letter -> letter.get("code").equals("actuation.write-refused")
                        && letter.get("row", Document.class).get("text").equals("taken"));
    }

    @Test
    void ofTwoPipelinesThatStartAtOnceOneOwnsTheTarget() throws Exception {
        ExecutorService starters = Executors.newFixedThreadPool(2);
        try {
            for (int round = 0; round < 10; round++) {
                Target target = SinkHarness.target("lines", "lines_" + round, "order");
                CyclicBarrier together = new CyclicBarrier(2);
                List<Future<String>> outcomes = new ArrayList<>();
                for (String pipeline : List.of("one", "two")) {
                    Callable<String> start = () -> {
                        together.await();
                        try (var sink = harness().pipeline(pipeline).opened(target)) {
                            sink.processElement(read(1, 1, pipeline), 0);
                            sink.prepareSnapshotPreBarrier(1);
                            return "owns";
                        } catch (Exception refused) {
                            return FinalFaults.coded(refused)
                                    .map(TapException::diagnostics)
                                    .map(list -> list.get(0).code())
                                    .orElseThrow(() -> refused);
                        }
                    };
                    outcomes.add(starters.submit(start));
                }
                assertThat(List.of(outcomes.get(0).get(), outcomes.get(1).get()))
                        .containsExactlyInAnyOrder("owns", "actuation.target-owned");
            }
        } finally {
            starters.shutdownNow();
        }
    }

    private void load(Target target, RowChange... rows) throws Exception {
        try (var sink = harness().opened(target)) {
            for (RowChange row : rows) {
                sink.processElement(row, 0);
            }
            sink.prepareSnapshotPreBarrier(1);
            sink.processWatermark(LoadPhase.SNAPSHOT_DONE);
        }
    }

    private SinkHarness harness() {
        return new SinkHarness(TestDatabases.store().uri(name));
    }

    private MongoCollection<Document> lines() {
        return client.getDatabase(name).getCollection("lines");
    }

    private List<Long> orders() {
        return lines().find()
                .sort(Sorts.ascending("order"))
                .map(line -> line.getLong("order"))
                .into(new ArrayList<>());
    }

    private List<String> uniqueIndexes() {
        List<String> keys = new ArrayList<>();
        for (Document index : lines().listIndexes()) {
            if (index.getBoolean("unique", false)) {
                keys.add(((Document) index.get("key")).keySet().toString());
            }
        }
        return keys;
    }

    private static RowChange read(long order, long line, String text) {
        return change(ChangeKind.READ, order, line, text);
    }

    private static RowChange change(ChangeKind kind, long order, long line, String text) {
        BsonDocument row = new BsonDocument("order", new BsonInt64(order))
                .append("line", new BsonInt64(line))
                .append("text", new BsonString(text));
        return new RowChange(
                kind,
                new TableId("appdb", "lines"),
                new KeyEncoding()
                        .add(new BsonInt64(order))
                        .add(new BsonInt64(line))
                        .key(),
                null,
                RowWriter.encode(row),
                0,
                kind == ChangeKind.READ ? "" : "log:" + order + text);
    }
}
