package io.tapstate.connectors.embedded;

import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A store that speaks MongoDB's protocol. The embedded one runs inside this process and keeps its documents in one file;
 * it stands in for a real MongoDB and lacks change streams and transactions.
 */
public interface DocumentStore extends AutoCloseable {
    /** As {@link #start(Path, ServerOptions, Consumer)}, durable. */
    static DocumentStore start(Path folder, Consumer<String> progress) {
        return start(folder, ServerOptions.DURABLE, progress);
    }

    /**
     * Starts the embedded store. Later starts on the same folder keep the documents and prefer the same port.
     *
     * @param folder created if need be; belongs to this store alone
     * @throws io.tapstate.connectors.diagnostics.TapException with an {@link EmbeddedError}
     */
    static DocumentStore start(Path folder, ServerOptions options, Consumer<String> progress) {
        return EmbeddedDocumentStore.open(folder, options);
    }

    /** Connection string with the database in it. */
    String uri(String database);

    String host();

    int port();

    /** Writes what is not written yet, stops, and frees the folder. Closing twice does nothing. */
    @Override
    void close();
}
