package io.tapstate.connectors.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The one place where tests get their servers. Each is a given endpoint if there is one, else a real server started once
 * for this process on a folder for temporary files, else the test fails: nothing is skipped. Started servers and their
 * folder go with the process, also when it is killed.
 *
 * <p>Endpoints are system properties or, failing that, environment variables: {@code TAPSTATE_TEST_MYSQL_URL} and
 * {@code TAPSTATE_TEST_POSTGRES_URL} in the form {@code mysql://user:password@host:port} (an administrator), and
 * {@code TAPSTATE_TEST_STORE_URI} in the form {@code mongodb://host:port}.
 */
public final class TestDatabases {
    private static final AtomicInteger COUNTER = new AtomicInteger();
    private static final String RUN =
            Integer.toString(ThreadLocalRandom.current().nextInt(36 * 36 * 36 * 36), 36);
    private static final List<AutoCloseable> STARTED = new ArrayList<>();

    private static DatabaseServer mysql;
    private static DatabaseServer postgres;
    private static DocumentStore store;
    private static Path folder;

    private TestDatabases() {}

    /** The MySQL server of this process. Do not close it. */
    public static synchronized DatabaseServer mysql() {
        if (mysql == null) {
            mysql = given("TAPSTATE_TEST_MYSQL_URL")
                    .<DatabaseServer>map(url -> GivenServer.mysql(URI.create(url)))
                    .orElseGet(() -> started(
                            MySqlServers.start(folder().resolve("mysql"), ServerOptions.FAST, System.out::println)));
        }
        return mysql;
    }

    /** The PostgreSQL server of this process. Do not close it. */
    public static synchronized DatabaseServer postgres() {
        if (postgres == null) {
            postgres = given("TAPSTATE_TEST_POSTGRES_URL")
                    .<DatabaseServer>map(url -> GivenServer.postgres(URI.create(url)))
                    .orElseGet(() -> started(PostgresServer.start(
                            folder().resolve("postgres"), ServerOptions.FAST, System.out::println)));
        }
        return postgres;
    }

    /** The document store of this process. Do not close it. */
    public static synchronized DocumentStore store() {
        if (store == null) {
            store = given("TAPSTATE_TEST_STORE_URI")
                    .<DocumentStore>map(uri -> new GivenStore(URI.create(uri)))
                    .orElseGet(() -> started(DocumentStore.start(
                            folder().resolve("documents"), ServerOptions.FAST, System.out::println)));
        }
        return store;
    }

    /** A new, empty database on {@link #mysql()} whose name starts with {@code name}. */
    public static TestDatabase freshMySql(String name) {
        return freshDatabase(mysql(), name);
    }

    /** A new, empty database on {@link #postgres()} whose name starts with {@code name}. */
    public static TestDatabase freshPostgres(String name) {
        return freshDatabase(postgres(), name);
    }

    /** A new, empty database on a server whose name starts with {@code name}; closing it drops it. */
    public static TestDatabase freshDatabase(DatabaseServer server, String name) {
        return TestDatabase.create(server, uniqueName(name));
    }

    /** A name no other test uses, also across processes: {@code name_run_number}. For databases, slots, collections. */
    public static String uniqueName(String name) {
        return name.toLowerCase(Locale.ROOT) + "_" + RUN + "_" + COUNTER.incrementAndGet();
    }

    private static Optional<String> given(String name) {
        String value = System.getProperty(name, System.getenv().getOrDefault(name, ""));
        return value.isBlank() ? Optional.empty() : Optional.of(value);
    }

    private static <T extends AutoCloseable> T started(T server) {
        STARTED.add(server);
        return server;
    }

    private static Path folder() {
        if (folder == null) {
            try {
                folder = Files.createTempDirectory("tapstate-test-");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            TestGuard.watch(folder);
            Runtime.getRuntime().addShutdownHook(new Thread(TestDatabases::closeAll, "test-databases"));
        }
        return folder;
    }

    private static synchronized void closeAll() {
        for (AutoCloseable server : STARTED) {
            try {
                server.close();
            } catch (Exception e) {
                System.err.println("a test server did not stop: " + e);
            }
        }
        FileTrees.delete(folder);
    }
}
