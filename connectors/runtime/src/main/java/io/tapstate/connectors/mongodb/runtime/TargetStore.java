package io.tapstate.connectors.mongodb.runtime;

import com.mongodb.ConnectionString;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.mongodb.MongoDbOptions;
import io.tapstate.connectors.runtime.SinkRequest;
import java.io.Serializable;

/**
 * The database that one step writes to. Holds the uri with its password, so it prints only hosts and database.
 *
 * @param name hosts and database, for messages
 * @param step who writes, for messages
 * @param view whether it is the store of views
 */
record TargetStore(String uri, String name, String database, String step, boolean view) implements Serializable {
    private static final String DEFAULT_DATABASE = "views";

    /** @throws TapException {@code actuation.view-store-unreachable}, {@code actuation.target-unreachable}: no uri */
    static TargetStore of(SinkRequest request) {
        String uri = MongoDbOptions.from(request.config()).uri();
        boolean view = request.settings().view();
        ConnectionString parsed;
        try {
            parsed = new ConnectionString(uri);
        } catch (IllegalArgumentException e) {
            // Its message may quote the uri, and a uri may hold a password.
            throw new TargetStore("", view ? "views" : request.step(), "", request.step(), view)
                    .unreachable(null, "its uri is not of the form mongodb://user:password@host:port/database");
        }
        String database = parsed.getDatabase() == null ? DEFAULT_DATABASE : parsed.getDatabase();
        String name = String.join(",", parsed.getHosts()) + "/" + database;
        return new TargetStore(uri, name, database, request.step(), view);
    }

    /** For one writer. */
    MongoClient connect() {
        return StoreClient.open(uri);
    }

    TapException unreachable(MongoException cause) {
        return unreachable(cause, StoreFaults.reason(cause));
    }

    private TapException unreachable(MongoException cause, String reason) {
        return view
                ? TapException.because(cause, TargetError.VIEW_STORE_UNREACHABLE, "store", name, "reason", reason)
                : TapException.because(
                        cause, TargetError.TARGET_UNREACHABLE, "store", name, "step", step, "reason", reason);
    }

    @Override
    public String toString() {
        return name;
    }
}
