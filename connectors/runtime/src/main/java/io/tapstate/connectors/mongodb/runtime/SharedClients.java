package io.tapstate.connectors.mongodb.runtime;

import com.mongodb.client.MongoClient;
import java.util.HashMap;
import java.util.Map;

/** One client per store and process: every step of a job keeps letters, and a client has threads of its own. */
final class SharedClients {
    private static final Map<String, Shared> CLIENTS = new HashMap<>();

    private SharedClients() {}

    private static final class Shared {
        final MongoClient client;
        int users;

        Shared(MongoClient client) {
            this.client = client;
        }
    }

    /** To be given back with {@link #release}. */
    static synchronized MongoClient acquire(String uri) {
        Shared shared = CLIENTS.computeIfAbsent(uri, address -> new Shared(StoreClient.open(address)));
        shared.users++;
        return shared.client;
    }

    static synchronized void release(String uri) {
        Shared shared = CLIENTS.get(uri);
        if (--shared.users == 0) {
            CLIENTS.remove(uri);
            shared.client.close();
        }
    }
}
