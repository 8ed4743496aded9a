package io.tapstate.cli.demo;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.embedded.DatabaseServer;
import io.tapstate.connectors.embedded.DocumentStore;
import io.tapstate.connectors.embedded.MySqlServers;
import io.tapstate.connectors.embedded.PostgresServer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The servers of a demo that the user did not bring: started side by side, stopped together, data kept. */
final class DemoServers implements AutoCloseable {
    private final Optional<DatabaseServer> mysql;
    private final Optional<DatabaseServer> postgres;
    private final Optional<DocumentStore> store;
    private final Deque<AutoCloseable> started;
    private volatile boolean closing;

    private DemoServers(
            Optional<DatabaseServer> mysql,
            Optional<DatabaseServer> postgres,
            Optional<DocumentStore> store,
            Deque<AutoCloseable> started) {
        this.mysql = mysql;
        this.postgres = postgres;
        this.store = store;
        this.started = started;
    }

    /** @throws TapException with the faults of all servers that did not start; the others are stopped again */
    static DemoServers start(DemoOptions options, DemoFolder folder, Consumer<String> progress) {
        ExecutorService threads = Executors.newFixedThreadPool(3, task -> {
            Thread thread = new Thread(task, "demo-servers");
            thread.setDaemon(true);
            return thread;
        });
        Deque<AutoCloseable> started = new ArrayDeque<>();
        List<Diagnostic> faults = new ArrayList<>();
        boolean complete = false;
        try {
            Future<DatabaseServer> mysql = options.mysql().isPresent()
                    ? null
                    : threads.submit(() -> MySqlServers.start(folder.mysql(), progress));
            Future<DatabaseServer> postgres = options.postgres().isPresent()
                    ? null
                    : threads.submit(() -> PostgresServer.start(folder.postgres(), progress));
            Future<DocumentStore> store = options.viewsUri().isPresent()
                    ? null
                    : threads.submit(() -> DocumentStore.start(folder.store(), progress));
            DemoServers servers = new DemoServers(
                    outcome(mysql, started, faults),
                    outcome(postgres, started, faults),
                    outcome(store, started, faults),
                    started);
            complete = faults.isEmpty();
            if (!complete) {
                throw new TapException(faults, null);
            }
            return servers;
        } finally {
            threads.shutdown();
            if (!complete) {
                closeAll(started);
            }
        }
    }

    Optional<DatabaseServer> mysql() {
        return mysql;
    }

    Optional<DatabaseServer> postgres() {
        return postgres;
    }

    Optional<DocumentStore> store() {
        return store;
    }

    /** Stops all of them; the store last, since what is still under way is written there. */
    @Override
    public void close() {
        closing = true;
        closeAll(started);
    }

    /**
     * Calls back when a database ends that nobody stopped: the pipeline would wait for it without a word.
     *
     * @param listener gets the name and version of the one that ended; called from a thread of its own
     */
    void onUnexpectedEnd(Consumer<String> listener) {
        Stream.concat(mysql.stream(), postgres.stream()).forEach(server -> {
            Thread watcher = new Thread(
                    () -> {
                        ProcessHandle.of(server.pid())
                                .ifPresent(process -> process.onExit().join());
                        if (!closing) {
                            listener.accept(server.product());
                        }
                    },
                    "demo-server-watch");
            watcher.setDaemon(true);
            watcher.start();
        });
    }

    private static <T extends AutoCloseable> Optional<T> outcome(
            Future<T> starting, Deque<AutoCloseable> started, List<Diagnostic> faults) {
        if (starting == null) {
            return Optional.empty();
        }
        try {
            T server = starting.get();
            started.addLast(server);
            return Optional.of(server);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TapException coded) {
                faults.addAll(coded.diagnostics());
                return Optional.empty();
            }
            throw new IllegalStateException("a server did not start", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while servers started");
        }
    }

    private static void closeAll(Deque<AutoCloseable> started) {
        while (!started.isEmpty()) {
            try {
                started.removeFirst().close();
            } catch (Exception e) {
                throw new IllegalStateException("a server did not stop", e);
            }
        }
    }
}
