package io.tapstate.connectors.mongodb.runtime;

import com.mongodb.ConnectionString;
import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.OptionReader;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.runtime.DeadLetterStore;
import io.tapstate.connectors.runtime.DeadLetters;

/** Keeps dead letters in a MongoDB database. Holds the uri with its password, so it prints only hosts and database. */
public final class MongoDeadLetterStore implements DeadLetterStore {
    private static final long serialVersionUID = 1L;
    private static final String DEFAULT_DATABASE = "views";

    private final String uri;
    private final String name;
    private final String database;

    private MongoDeadLetterStore(String uri, String name, String database) {
        this.uri = uri;
        this.name = name;
        this.database = database;
    }

    /**
     * @param config every reference resolved; {@code uri} names the store and the database
     * @throws TapException {@code actuation.dead-letter-store-unreachable} when the uri is none
     */
    public static MongoDeadLetterStore of(ConnectionConfig config) {
        String uri = new OptionReader("mongodb", config).required("uri");
        ConnectionString parsed;
        try {
            parsed = new ConnectionString(uri);
        } catch (IllegalArgumentException e) {
            // Its message may quote the uri, and a uri may hold a password.
            throw TapException.of(
                    DeadLetterError.DEAD_LETTER_STORE_UNREACHABLE,
                    "store",
                    "views",
                    "step",
                    "",
                    "reason",
                    "its uri is not of the form mongodb://user:password@host:port/database");
        }
        String database = parsed.getDatabase() == null ? DEFAULT_DATABASE : parsed.getDatabase();
        return new MongoDeadLetterStore(uri, String.join(",", parsed.getHosts()) + "/" + database, database);
    }

    @Override
    public DeadLetters open(String pipeline, String step, Run run) {
        return MongoDeadLetters.open(this, pipeline, step, run);
    }

    String uri() {
        return uri;
    }

    String database() {
        return database;
    }

    @Override
    public String toString() {
        return name;
    }
}
