package io.tapstate.connectors.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every database server promises. */
class ServersIT {
    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void keepsItsDataAndItsPortAcrossARestart(Product product) throws SQLException {
        int port;
        String password;
        List<String> progress = new ArrayList<>();
        try (DatabaseServer server = product.start(folder, progress)) {
            port = server.port();
            password = server.password();
            assertThat(server.product()).matches(product.expectedName());
            assertThat(ProcessHandle.of(server.pid())).isPresent();
            run(server, product.systemDatabase, "CREATE DATABASE shop");
            run(server, "shop", "CREATE TABLE notes (id INT PRIMARY KEY, note VARCHAR(50))");
            run(server, "shop", "INSERT INTO notes VALUES (1, 'grüße 🚀')");
        }
        assertThat(progress).as("one line for the preparation").isNotEmpty();

        List<String> second = new ArrayList<>();
        try (DatabaseServer server = product.start(folder, second)) {
            assertThat(server.port()).isEqualTo(port);
            assertThat(server.password()).isEqualTo(password);
            assertThat(ask(server, "shop", "SELECT note FROM notes WHERE id = 1"))
                    .isEqualTo("grüße 🚀");
        }
        assertThat(second).as("nothing takes long at the second start").isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void writesTheChangeLogThatReplicationNeeds(Product product) throws SQLException {
        try (DatabaseServer server = product.start(folder, new ArrayList<>())) {
            if (product == Product.POSTGRESQL) {
                assertThat(ask(server, "postgres", "SHOW wal_level")).isEqualTo("logical");
                assertThat(ask(server, "postgres", "SHOW timezone")).isEqualTo("Etc/UTC");
                assertThat(ask(
                                server,
                                "postgres",
                                "SELECT lsn::text FROM pg_create_logical_replication_slot('probe', 'pgoutput')"))
                        .contains("/");
            } else {
                assertThat(variable(server, "log_bin")).isEqualTo("ON");
                assertThat(variable(server, "binlog_format")).isEqualTo("ROW");
                assertThat(variable(server, "binlog_row_image")).isEqualTo("FULL");
                assertThat(variable(server, "server_id")).isEqualTo("1");
                assertThat(variable(server, "time_zone")).isEqualTo("+00:00");
                assertThat(variable(server, "character_set_server")).isEqualTo("utf8mb4");
                assertThat(ask(server, "mysql", "SHOW MASTER STATUS")).isNotNull();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MYSQL", "POSTGRESQL"})
    void listensOnThisMachineOnlyAndOnlyForTheOneWhoKnowsThePassword(Product product) throws SQLException {
        try (DatabaseServer server = product.start(folder, new ArrayList<>())) {
            assertThat(listeningAddresses(server.port())).containsExactly("0100007F");
            for (String user : List.of(server.user(), "root", "postgres", "")) {
                assertThatThrownBy(() ->
                                DriverManager.getConnection(server.jdbcUrl(product.systemDatabase), user, "wrong"))
                        .as(user)
                        .isInstanceOf(SQLException.class);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void stopsTheServerThatAKilledOwnerLeft(Product product) throws Exception {
        Process owner = Owner.start(product, folder);
        long left;
        try {
            left = Owner.serverProcess(owner);
        } finally {
            owner.destroyForcibly().waitFor();
        }
        LeftServer orphan = new LeftServer(left, folder.resolve("data").toRealPath());
        assertThat(orphan.isRunning())
                .as("the server outlives its killed owner")
                .isTrue();

        try (DatabaseServer server = product.start(folder, new ArrayList<>())) {
            assertThat(orphan.isRunning()).isFalse();
            assertThat(server.pid()).isNotEqualTo(left);
            assertThat(ask(server, product.systemDatabase, "SELECT 1")).isEqualTo("1");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MYSQL", "POSTGRESQL"})
    void refusesAFolderThatALivingOwnerHolds(Product product) throws SQLException {
        try (DatabaseServer server = product.start(folder, new ArrayList<>())) {
            assertThatThrownBy(() -> product.start(folder, new ArrayList<>()))
                    .hasMessageContaining("embedded.folder-in-use");
            assertThat(ask(server, product.systemDatabase, "SELECT 1")).isEqualTo("1");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MYSQL", "POSTGRESQL"})
    void takesAnotherPortWhenItsOwnIsTaken(Product product) throws Exception {
        int port;
        try (DatabaseServer server = product.start(folder, new ArrayList<>())) {
            port = server.port();
        }
        try (ServerSocket stranger = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"));
                DatabaseServer server = product.start(folder, new ArrayList<>())) {
            assertThat(server.port()).isNotEqualTo(stranger.getLocalPort());
            assertThat(ask(server, product.systemDatabase, "SELECT 1")).isEqualTo("1");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MYSQL", "POSTGRESQL"})
    void saysWhyItDidNotStartAndWhereTheLogIs(Product product) throws IOException {
        product.start(folder, new ArrayList<>()).close();
        FileTrees.delete(folder.resolve("data"));
        Files.createDirectory(folder.resolve("data"));

        assertThatThrownBy(() -> product.start(folder, new ArrayList<>()))
                .isInstanceOfSatisfying(TapException.class, fault -> {
                    Diagnostic diagnostic = fault.diagnostics().get(0);
                    assertThat(diagnostic.code()).isEqualTo("embedded.server-not-started");
                    assertThat(diagnostic.parameters().get("reason")).isNotBlank();
                    assertThat(diagnostic.fix()).contains("server.log");
                });
        assertThat(new LeftServer(pidIn(folder), folder).isRunning()).isFalse();
        FileTrees.delete(folder.resolve("data"));
        product.start(folder, new ArrayList<>()).close();
    }

    @ParameterizedTest
    @EnumSource
    void makesItsDataAgainWhenTheFirstTimeBrokeOff(Product product) throws Exception {
        Files.createDirectories(folder.resolve("data.unfinished/mysql"));
        Files.writeString(folder.resolve("data.unfinished/half"), "half");
        try (DatabaseServer server = product.start(folder, new ArrayList<>())) {
            assertThat(ask(server, product.systemDatabase, "SELECT 1")).isEqualTo("1");
        }
    }

    @ParameterizedTest
    @EnumSource
    void worksBelowAFolderWithALongNameAndBlanks(Product product) throws Exception {
        Path deep = folder.resolve("a folder with blanks, and a name of some length".repeat(3));
        try (DatabaseServer server = product.start(deep, new ArrayList<>())) {
            assertThat(ask(server, product.systemDatabase, "SELECT 1")).isEqualTo("1");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MYSQL", "POSTGRESQL"})
    void anInterruptedStartLeavesNothingBehind(Product product) throws Exception {
        product.start(folder, new ArrayList<>()).close();
        // The first moments matter most: a process that replaces its program has no command line for an instant.
        int interrupted = 0;
        for (int millis : new int[] {0, 0, 0, 0, 1, 2, 3, 5, 8, 10}) {
            AtomicReference<Throwable> outcome = new AtomicReference<>();
            AtomicReference<DatabaseServer> started = new AtomicReference<>();
            Thread starting = new Thread(() -> started.set(product.start(folder, new ArrayList<>())));
            starting.setUncaughtExceptionHandler((thread, fault) -> outcome.set(fault));
            starting.start();
            long pid = 0;
            while (pid == 0 && starting.isAlive()) {
                pid = pidIn(folder);
            }
            Thread.sleep(millis);
            starting.interrupt();
            starting.join();
            if (started.get() != null) {
                // It was up before the interrupt came.
                started.get().close();
                continue;
            }
            interrupted++;
            assertThat(outcome.get()).as("after " + millis + " ms").isInstanceOf(CancellationException.class);
            assertThat(new LeftServer(pid, folder.resolve("data").toRealPath()).isRunning())
                    .as("after " + millis + " ms")
                    .isFalse();
        }
        assertThat(interrupted).isPositive();
        try (DatabaseServer server = product.start(folder, new ArrayList<>())) {
            assertThat(ask(server, product.systemDatabase, "SELECT 1")).isEqualTo("1");
        }
    }

    private static long pidIn(Path folder) throws IOException {
        Path file = folder.resolve("server.pid");
        return Files.exists(file) ? Long.parseLong(Files.readString(file)) : 0;
    }

    private static String variable(DatabaseServer server, String name) throws SQLException {
        return ask(server, "mysql", "SHOW VARIABLES LIKE '" + name + "'");
    }

    private static List<String> listeningAddresses(int port) {
        return Stream.of("/proc/net/tcp", "/proc/net/tcp6")
                .map(Path::of)
                .filter(Files::isReadable)
                .flatMap(ServersIT::lines)
                .map(line -> List.of(line.strip().split("\\s+")))
                .filter(fields -> fields.size() > 3 && fields.get(3).equals("0A"))
                .map(fields -> fields.get(1))
                .filter(local -> local.endsWith(String.format(":%04X", port)))
                .map(local -> local.substring(0, local.indexOf(':')))
                .toList();
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void run(DatabaseServer server, String database, String sql) throws SQLException {
        try (Connection connection = connect(server, database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static String ask(DatabaseServer server, String database, String sql) throws SQLException {
        try (Connection connection = connect(server, database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).as(sql).isTrue();
            return rows.getString(rows.getMetaData().getColumnCount());
        }
    }

    static Connection connect(DatabaseServer server, String database) throws SQLException {
        return DriverManager.getConnection(server.jdbcUrl(database), server.user(), server.password());
    }
}
