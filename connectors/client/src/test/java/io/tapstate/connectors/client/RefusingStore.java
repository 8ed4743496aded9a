package io.tapstate.connectors.client;

import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;

/** A document store in memory that lets nobody run one of its commands, as a server does without the privilege. */
final class RefusingStore implements AutoCloseable {
    private static final int UNAUTHORIZED = 13;

    private final MongoServer server;
    private final InetSocketAddress address;

    RefusingStore(String refused) {
        H2Backend store = H2Backend.inMemory();
        MongoBackend guarded = (MongoBackend) Proxy.newProxyInstance(
                RefusingStore.class.getClassLoader(),
                new Class<?>[] {MongoBackend.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("handleMessage")
                            && refused.equals(((MongoMessage) arguments[0])
                                    .getDocument()
                                    .keySet()
                                    .iterator()
                                    .next())) {
                        throw new MongoServerError(
                                UNAUTHORIZED, "Unauthorized", "not authorized on views to execute command " + refused);
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        server = new MongoServer(guarded);
        address = server.bind();
    }

    String uri() {
        return "mongodb://127.0.0.1:" + address.getPort() + "/views";
    }

    @Override
    public void close() {
        server.shutdownNow();
    }
}
