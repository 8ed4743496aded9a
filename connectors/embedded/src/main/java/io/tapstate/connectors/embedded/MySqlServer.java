package io.tapstate.connectors.embedded;

import io.tapstate.connectors.diagnostics.TapException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A real MySQL server of this machine, on its own folder. */
public final class MySqlServer {
    static final String PRODUCT = "mysql";

    private static final String NAME = "MySQL";
    private static final String ARCHIVE = "mysql-Linux-amd64.tar.gz";

    private MySqlServer() {}

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
        ServerFolder held = ServerFolder.open(folder, PRODUCT);
        boolean started = false;
        try {
            RunningServer.stopLeftServer(held, NAME, MySqlFamily.STOP_SIGNALS);
            BinaryCache cache = BinaryCache.ofUser();
            Path programs = cache.unpackedArchive(PRODUCT, ARCHIVE);
            Path server = programs.resolve("bin/mysqld");
            Map<String, String> environment = new SharedLibraries(cache, NAME, progress).environmentFor(server);
            Program program = new Program(held, options, programs, environment);
            if (!held.hasData()) {
                progress.accept("preparing a new MySQL server");
                program.makeData(cache);
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

    private record Program(ServerFolder folder, ServerOptions options, Path programs, Map<String, String> environment)
            implements ServerProgram {

        void makeData(BinaryCache cache) {
            folder.requireSpace();
            Path data = folder.unfinishedData();
            FileTrees.delete(data);
            if (options.durable()) {
                initialize(data);
            } else {
                // Throw-away servers start from a copy, which takes a fraction of the time.
                Path template = cache.made(programs.getFileName() + "-template", made -> {
                    initialize(made.resolve("data"));
                    // Holds the server's identity, which each copy must draw for itself.
                    Files.delete(made.resolve("data/auto.cnf"));
                });
                FileTrees.copy(template.resolve("data"), data);
            }
            folder.adoptData();
        }

        private void initialize(Path data) {
            List<String> words = words(data);
            words.addAll(MySqlFamily.storage());
            words.add("--initialize-insecure");
            Command made = folder.prepare(words, Command.NOTHING, environment);
            if (!made.succeeded()) {
                throw RunningServer.notPrepared(NAME, folder, made);
            }
        }

        private List<String> words(Path data) {
            List<String> words = new ArrayList<>();
            words.add(programs.resolve("bin/mysqld").toString());
            words.add("--no-defaults");
            if (Machine.isRoot()) {
                words.add("--user=root");
            }
            words.add("--basedir=" + programs);
            words.add("--lc-messages-dir=" + programs.resolve("share"));
            words.add("--datadir=" + data);
            return words;
        }

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public List<String> command(int port) {
            // The account that the preparation made has no password yet.
            Path accounts = MySqlFamily.writeAccounts(
                    folder, List.of("ALTER USER 'root'@'localhost' IDENTIFIED BY {password};"));
            List<String> words = words(folder.data());
            words.addAll(MySqlFamily.arguments(folder, accounts, port, options));
            words.addAll(List.of(
                    "--default-authentication-plugin=mysql_native_password",
                    "--secure-file-priv=NULL",
                    "--mysqlx=OFF",
                    "--skip-ssl"));
            return words;
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
