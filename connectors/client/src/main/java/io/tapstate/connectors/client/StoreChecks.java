package io.tapstate.connectors.client;

import com.mongodb.MongoException;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Updates;
import io.tapstate.connectors.client.Checklist.Finding;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.Document;

/** The items of a document store as a target. Works in a collection of its own, which it removes again. */
final class StoreChecks implements AutoCloseable {
    /** What the names of probe collections start with; one that is left behind may be dropped. */
    static final String PROBE = "tapstate_probe_";

    private static final String ADDRESS = "address";
    private static final String LOGIN = "login";
    private static final String WRITE = "write";
    private static final String LOG_IN = "log in";
    private static final String LEAST = "5.0";

    private final StoreAddress address;
    private final Checklist checklist = new Checklist(fault -> {
        throw new IllegalStateException("a document store speaks no SQL", fault);
    });
    private final String probe = PROBE + UUID.randomUUID().toString().replace("-", "");
    private MongoClient client;
    private boolean made;

    private StoreChecks(StoreAddress address) {
        this.address = address;
    }

    static StoreChecks of(StoreAddress address) {
        return new StoreChecks(address);
    }

    List<ConnectionCheck> run() {
        checklist.item(ADDRESS, this::address);
        checklist.item(LOGIN, this::logIn, ADDRESS);
        checklist.item("version", this::version, LOGIN);
        checklist.item(WRITE, this::write, LOGIN);
        checklist.item("index", this::index, WRITE);
        // Also where a later step of writing failed.
        checklist.item("cleanup", this::cleanUp, made ? LOGIN : WRITE);
        return checklist.checks();
    }

    private Finding address() {
        if (address.isLookedUp()) {
            return Finding.good("its servers are looked up by name");
        }
        List<String> silent = new ArrayList<>();
        for (ServerAddress server : address.servers()) {
            Optional<String> obstacle = Reachability.obstacle(server.getHost(), server.getPort());
            if (obstacle.isEmpty()) {
                return Finding.good(server + " takes connections");
            }
            silent.add(server + ": " + obstacle.get());
        }
        throw TapException.of(StoreError.UNREACHABLE, "store", address, "reason", String.join(", ", silent));
    }

    private Finding logIn() {
        client = MongoClients.create(address.settings());
        answered(LOG_IN, () -> command("ping"));
        return Finding.good(
                address.user().map(user -> "logged in as `" + user + "`").orElse("answers; no user is given"));
    }

    private Finding version() {
        String version = answered("ask its version", () -> command("buildInfo")).getString("version");
        String message = "MongoDB " + version;
        if (!ServerVersion.isBefore(version, LEAST)) {
            return Finding.good(message);
        }
        return new Finding(
                message,
                List.of(Diagnostic.of(
                        ConnectionError.SERVER_OLD,
                        "server",
                        "MongoDB",
                        "address",
                        address,
                        "version",
                        version,
                        "least",
                        LEAST)));
    }

    private Finding write() {
        MongoCollection<Document> collection = collection();
        answered("insert documents", () -> collection.insertOne(new Document("_id", 1).append("n", 1)));
        made = true;
        answered("update documents", () -> collection.updateOne(Filters.eq(1), Updates.set("n", 2)));
        answered("delete documents", () -> collection.deleteOne(Filters.eq(1)));
        return Finding.good("documents of `" + address.database() + "` can be inserted, updated and deleted");
    }

    private Finding index() {
        answered(
                "create indexes",
                () -> collection().createIndex(Indexes.ascending("n"), new IndexOptions().unique(true)));
        return Finding.good("indexes can be created");
    }

    private Finding cleanUp() {
        answered("drop collections", () -> {
            collection().drop();
            return true;
        });
        return Finding.good("the test left nothing behind");
    }

    private Document command(String name) {
        return client.getDatabase(address.database()).runCommand(new BsonDocument(name, new BsonInt32(1)));
    }

    private MongoCollection<Document> collection() {
        return client.getDatabase(address.database()).getCollection(probe);
    }

    private <T> T answered(String action, Supplier<T> question) {
        try {
            return question.get();
        } catch (MongoException e) {
            TapException fault = address.fault(e, "");
            String code = fault.diagnostics().get(0).code();
            boolean silent = code.equals(StoreError.UNREACHABLE.code());
            boolean shutOut = code.equals(StoreError.LOGIN_REFUSED.code()) && action.equals(LOG_IN);
            if (silent || shutOut) {
                throw fault;
            }
            throw TapException.because(
                    e,
                    StoreError.WRITE_REFUSED,
                    "store",
                    address,
                    "action",
                    action,
                    "reason",
                    StoreAddress.serverWords(e));
        }
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
        }
    }
}
