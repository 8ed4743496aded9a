package io.tapstate.connectors.embedded;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import io.tapstate.connectors.diagnostics.TapException;
import java.nio.file.Path;

/** The store of this process, in one H2 file. */
final class EmbeddedDocumentStore implements DocumentStore {
    private static final String PRODUCT = "documents";
    private static final int DURABLE_DELAY_MILLIS = 5;

    private final ServerFolder folder;
    private final MongoServer server;
    private final int port;
    private boolean closed;

    private EmbeddedDocumentStore(ServerFolder folder, MongoServer server, int port) {
        this.folder = folder;
        this.server = server;
        this.port = port;
    }

    static EmbeddedDocumentStore open(Path path, ServerOptions options) {
        ServerFolder folder = ServerFolder.open(path, PRODUCT);
        boolean started = false;
        try {
            EmbeddedDocumentStore store = listen(folder, backend(folder, options));
            started = true;
            return store;
        } finally {
            if (!started) {
                folder.close();
            }
        }
    }

    private static H2Backend backend(ServerFolder folder, ServerOptions options) {
        Path file = folder.root().resolve("documents.h2");
        try {
            H2Backend backend = new DocumentBackend(file.toString());
            if (options.durable()) {
                // The file is written this long after a change at the latest; the default is a second. A checkpoint
                // takes
                // longer from its flush to its end, so it is not ahead of the file when this process is killed.
                backend.getMvStore().setAutoCommitDelay(DURABLE_DELAY_MILLIS);
            }
            return backend;
        } catch (RuntimeException e) {
            throw notStarted(folder, e);
        }
    }

    private static EmbeddedDocumentStore listen(ServerFolder folder, H2Backend backend) {
        MongoServer server = new MongoServer(backend);
        boolean listening = false;
        try {
            int port = folder.choosePort();
            server.bind(RunningServer.HOST, port);
            listening = true;
            return new EmbeddedDocumentStore(folder, server, port);
        } catch (RuntimeException e) {
            throw notStarted(folder, e);
        } finally {
            if (!listening) {
                server.shutdownNow();
            }
        }
    }

    private static TapException notStarted(ServerFolder folder, RuntimeException cause) {
        if (FileTrees.isDiskFull(String.valueOf(cause.getMessage()))) {
            return TapException.because(cause, EmbeddedError.DISK_FULL, "folder", folder.root());
        }
        return TapException.because(
                cause,
                EmbeddedError.SERVER_NOT_STARTED,
                "product",
                "the document store",
                "reason",
                cause.getMessage(),
                "log",
                folder.root());
    }

    @Override
    public String uri(String database) {
        return "mongodb://" + RunningServer.HOST + ":" + port + "/" + database;
    }

    @Override
    public String host() {
        return RunningServer.HOST;
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            try {
                server.shutdown();
            } finally {
                folder.close();
            }
        }
    }
}
