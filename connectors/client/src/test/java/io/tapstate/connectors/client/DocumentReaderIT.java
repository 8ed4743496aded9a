package io.tapstate.connectors.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.ReplaceOptions;
import io.tapstate.connectors.client.DocumentEvent.Kind;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.embedded.DocumentStore;
import io.tapstate.connectors.embedded.ServerOptions;
import io.tapstate.connectors.embedded.TestDatabases;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DocumentReaderIT {
    private static final BsonDocument EVERYTHING = new BsonDocument();
    private static final BsonDocument UNSORTED = new BsonDocument();

    private String database;
    private MongoClient writer;
    private MongoCollection<BsonDocument> orders;
    private DocumentReader reader;

    @BeforeEach
    void connect() {
        database = TestDatabases.uniqueName("reader");
        writer = MongoClients.create(TestDatabases.store().uri(database));
        orders = writer.getDatabase(database).getCollection("orders", BsonDocument.class);
        reader = DocumentReader.open(TestDatabases.store().uri(database));
    }

    @AfterEach
    void disconnect() {
        reader.close();
        writer.getDatabase(database).drop();
        writer.close();
    }

    @Test
    void documentsAreFoundFilteredSortedAndLimited() {
        put("{_id: {$numberLong: '1'}, id: {$numberLong: '1'}, amount: {$numberDecimal: '10.00'}, shipments: []}");
        put(
                "{_id: {$numberLong: '2'}, id: {$numberLong: '2'}, amount: {$numberDecimal: '20.00'}, shipments: [{n: 1}]}");
        put("{_id: {$numberLong: '3'}, id: {$numberLong: '3'}, amount: {$numberDecimal: '30.00'}}");
        List<BsonDocument> one = reader.find("orders", DocumentFilter.parse("{id: 1}"), UNSORTED, 0);
        assertThat(one)
                .containsExactly(BsonDocument.parse("{_id: {$numberLong: '1'}, id: {$numberLong: '1'},"
                        + " amount: {$numberDecimal: '10.00'}, shipments: []}"));
        assertThat(one.get(0).keySet()).containsExactly("_id", "id", "amount", "shipments");
        assertThat(ids(reader.find("orders", EVERYTHING, BsonDocument.parse("{id: -1}"), 2)))
                .containsExactly(3L, 2L);
        assertThat(ids(reader.find("orders", DocumentFilter.parse("{amount: {$gte: 20}}"), UNSORTED, 0)))
                .containsExactlyInAnyOrder(2L, 3L);
        assertThat(ids(reader.find("orders", DocumentFilter.parse("{'shipments.n': 1}"), UNSORTED, 0)))
                .containsExactly(2L);
        assertThat(reader.count("orders", EVERYTHING)).isEqualTo(3);
        assertThat(reader.count("orders", DocumentFilter.parse("{id: {$lt: 3}}")))
                .isEqualTo(2);
    }

    @Test
    void collectionsAreListedSortedAndAMissingOneIsEmpty() {
        assertThat(reader.collections()).isEmpty();
        writer.getDatabase(database).getCollection("b", BsonDocument.class).insertOne(BsonDocument.parse("{_id: 1}"));
        put("{_id: 1}");
        assertThat(reader.collections()).containsExactly("b", "orders");
        assertThat(reader.find("nothing", EVERYTHING, UNSORTED, 0)).isEmpty();
        assertThat(reader.count("nothing", EVERYTHING)).isZero();
    }

    @Test
    void theDatabaseComesFromTheAddressAndIsViewsWithoutOne() {
        assertThat(reader.database()).isEqualTo(database);
        DocumentStore store = TestDatabases.store();
        try (DocumentReader plain = DocumentReader.open("mongodb://" + store.host() + ":" + store.port())) {
            assertThat(plain.database()).isEqualTo("views");
            assertThat(plain.address()).isEqualTo("mongodb://" + store.host() + ":" + store.port() + "/views");
        }
    }

    @Test
    void aFilterTheStoreRefusesIsTheAuthorsFault() {
        put("{_id: 1, id: 1}");
        BsonDocument filter = DocumentFilter.parse("{id: {$nonsense: 1}}");
        assertThat(refusal(() -> reader.find("orders", filter, UNSORTED, 0)).code())
                .isEqualTo("find.filter-invalid");
        assertThat(refusal(() -> reader.watch("orders", filter, event -> {})).code())
                .isEqualTo("find.filter-invalid");
    }

    @Test
    void aStoreThatDoesNotAnswerIsReportedSoonAndWithoutThePassword() throws IOException {
        int closed;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = socket.getLocalPort();
        }
        long before = System.nanoTime();
        String uri = "mongodb://someone:s3cr3t@127.0.0.1:" + closed + "/views?authSource=admin";
        Diagnostic fault = refusal(() -> DocumentReader.open(uri));
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(10));
        assertThat(fault.code()).isEqualTo("store.unreachable");
        assertThat(fault.parameters())
                .containsEntry("store", "mongodb://127.0.0.1:" + closed + "/views")
                .containsEntry("reason", "Connection refused");
    }

    @Test
    void aSilentStoreIsReportedSoon() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            long before = System.nanoTime();
            Diagnostic fault = refusal(() -> DocumentReader.open("mongodb://127.0.0.1:" + silent.getLocalPort()));
            assertThat(fault.code()).isEqualTo("store.unreachable");
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(12));
        }
    }

    @Test
    void aWrongAddressIsReportedWithoutThePassword() {
        for (String uri : List.of(
                "127.0.0.1:27017",
                "",
                "http://s3cr3t@x",
                "mongodb://me:s3cr3t:@127.0.0.1/views",
                "mongodb://me:a@s3cr3t@127.0.0.1/views",
                "mongodb://me:/s3cr3t@127.0.0.1/views",
                "mongodb://127.0.0.1:port/views")) {
            assertThat(refusal(() -> DocumentReader.open(uri)).code()).as(uri).isEqualTo("store.invalid-uri");
        }
    }

    @Test
    void aWatchTellsWhatIsThereAndWhatHappensWithThePreviousVersion() throws InterruptedException {
        put("{_id: 1, id: 1, name: 'alice'}");
        put("{_id: 2, id: 2, name: 'bob'}");
        BlockingQueue<DocumentEvent> events = new LinkedBlockingQueue<>();
        try (DocumentWatch watch = reader.watch("orders", DocumentFilter.parse("{id: 1}"), events::add)) {
            assertThat(next(events)).isEqualTo(event(Kind.PRESENT, null, "{_id: 1, id: 1, name: 'alice'}"));
            put("{_id: 2, id: 2, name: 'not watched'}");
            put("{_id: 1, id: 1, name: 'alicia'}");
            assertThat(next(events))
                    .isEqualTo(
                            event(Kind.CHANGED, "{_id: 1, id: 1, name: 'alice'}", "{_id: 1, id: 1, name: 'alicia'}"));
            put("{_id: 1, id: 9, name: 'left'}");
            assertThat(next(events)).isEqualTo(event(Kind.GONE, "{_id: 1, id: 1, name: 'alicia'}", null));
            put("{_id: 3, id: 1, name: 'new'}");
            assertThat(next(events)).isEqualTo(event(Kind.APPEARED, null, "{_id: 3, id: 1, name: 'new'}"));
            orders.deleteOne(Filters.eq("_id", 3));
            assertThat(next(events)).isEqualTo(event(Kind.GONE, "{_id: 3, id: 1, name: 'new'}", null));
            watch.close();
            watch.await();
        }
        put("{_id: 1, id: 1, name: 'late'}");
        assertThat(events.poll(500, TimeUnit.MILLISECONDS)).isNull();
    }

    @Test
    void aWatchMayBeginBeforeTheCollectionExistsAndSeesItDropped() throws InterruptedException {
        BlockingQueue<DocumentEvent> events = new LinkedBlockingQueue<>();
        try (DocumentWatch watch = reader.watch("orders", EVERYTHING, Duration.ofMillis(20), events::add)) {
            put("{_id: 1}");
            assertThat(next(events).after()).isEqualTo(BsonDocument.parse("{_id: 1}"));
            orders.drop();
            assertThat(next(events)).isEqualTo(event(Kind.GONE, "{_id: 1}", null));
        }
    }

    @Test
    void whatTheListenerThrowsEndsTheWatch() {
        put("{_id: 1}");
        IllegalStateException thrown = new IllegalStateException("enough");
        DocumentWatch watch = reader.watch("orders", EVERYTHING, event -> {
            throw thrown;
        });
        assertThatThrownBy(watch::await).isSameAs(thrown);
    }

    @Test
    void aStoreThatDiesEndsTheWatchWithACode(@TempDir Path folder) throws InterruptedException {
        BlockingQueue<DocumentEvent> events = new LinkedBlockingQueue<>();
        try (DocumentStore store = DocumentStore.start(folder, ServerOptions.FAST, System.out::println)) {
            String uri = store.uri("views") + "?serverSelectionTimeoutMS=500";
            try (MongoClient client = MongoClients.create(uri)) {
                client.getDatabase("views")
                        .getCollection("orders", BsonDocument.class)
                        .insertOne(BsonDocument.parse("{_id: 1}"));
            }
            try (DocumentReader doomed = DocumentReader.open(uri)) {
                DocumentWatch watch = doomed.watch("orders", EVERYTHING, events::add);
                assertThat(next(events).kind()).isEqualTo(Kind.PRESENT);
                store.close();
                assertThat(refusal(watch::await).code()).isEqualTo("store.unreachable");
            }
        }
    }

    private static DocumentEvent next(BlockingQueue<DocumentEvent> events) throws InterruptedException {
        DocumentEvent event = events.poll(10, TimeUnit.SECONDS);
        assertThat(event).as("an event in time").isNotNull();
        return event;
    }

    private static DocumentEvent event(Kind kind, String before, String after) {
        return new DocumentEvent(
                kind,
                before == null ? null : BsonDocument.parse(before),
                after == null ? null : BsonDocument.parse(after));
    }

    private static List<Long> ids(List<BsonDocument> documents) {
        return documents.stream()
                .map(document -> document.getInt64("id").getValue())
                .toList();
    }

    private void put(String json) {
        BsonDocument document = BsonDocument.parse(json);
        orders.replaceOne(Filters.eq("_id", document.get("_id")), document, new ReplaceOptions().upsert(true));
    }

    private interface Question {
        void ask() throws InterruptedException;
    }

    private static Diagnostic refusal(Question question) {
        TapException refused = catchThrowableOfType(TapException.class, question::ask);
        assertThat(refused).as("a refusal").isNotNull();
        Diagnostic fault = refused.diagnostics().get(0);
        StringWriter everything = new StringWriter();
        refused.printStackTrace(new PrintWriter(everything));
        everything
                .append(fault.message())
                .append(fault.fix())
                .append(fault.parameters().toString());
        assertThat(everything.toString()).doesNotContain("s3cr3t");
        System.out.println(fault.code() + ": " + fault.message() + " -> " + fault.fix());
        return fault;
    }
}
