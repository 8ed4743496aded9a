package io.tapstate.connectors.embedded;

import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A real PostgreSQL server of this machine, on its own folder. */
public final class PostgresServer {
    static final String PRODUCT = "postgresql";

    private static final String NAME = "PostgreSQL";
    private static final String ARCHIVE = "postgres-linux-x86_64.txz";
    // "Fast" first: the mild SIGTERM waits for every client. Then "immediate", which the next start recovers from.
    private static final List<String> STOP_SIGNALS = List.of("INT", "QUIT", "KILL");

    private PostgresServer() {}

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
        return start(folder, options, PostgresAccount.choose(), progress);
    }

    static DatabaseServer start(
            Path folder, ServerOptions options, PostgresAccount account, Consumer<String> progress) {
        ServerFolder held = ServerFolder.open(folder, PRODUCT);
        boolean started = false;
        try {
            RunningServer.stopLeftServer(held, NAME, STOP_SIGNALS);
            account.prepare(held);
            Path programs = account.cache().unpackedArchive(PRODUCT, ARCHIVE);
            Program program = new Program(held, options, programs, account);
            if (!held.hasData()) {
                progress.accept("preparing a new PostgreSQL server");
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

    private record Program(ServerFolder folder, ServerOptions options, Path programs, PostgresAccount account)
            implements ServerProgram {

        void makeData() {
            folder.requireSpace();
            Path data = folder.unfinishedData();
            Path password = folder.root().resolve("password.unfinished");
            FileTrees.delete(data);
            FileTrees.delete(password);
            try {
                FileTrees.createFolder(data, "rwx------");
                account.own(data);
                Files.createFile(
                        password, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
                Files.writeString(password, folder.password());
                account.own(password);
                Command made = folder.prepare(
                        account.words(List.of(
                                programs.resolve("bin/initdb").toString(),
                                "--pgdata=" + data,
                                "--username=" + RunningServer.USER,
                                "--pwfile=" + password,
                                "--auth=scram-sha-256",
                                "--encoding=UTF8",
                                "--locale=C",
                                "--no-sync",
                                "--no-instructions")),
                        Command.NOTHING,
                        environment());
                if (!made.succeeded()) {
                    throw RunningServer.notPrepared(NAME, folder, made);
                }
            } catch (IOException e) {
                throw FileTrees.fault(folder.root(), e);
            } finally {
                FileTrees.delete(password);
            }
            folder.adoptData();
        }

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public List<String> command(int port) {
            List<String> words = new ArrayList<>(List.of(
                    programs.resolve("bin/postgres").toString(),
                    "-D",
                    folder.data().toString()));
            set(words, "listen_addresses", RunningServer.HOST);
            set(words, "port", Integer.toString(port));
            set(words, "unix_socket_directories", "");
            set(words, "wal_level", options.changeLog() ? "logical" : "replica");
            set(words, "max_wal_senders", "32");
            set(words, "max_replication_slots", "32");
            set(words, "timezone", "UTC");
            set(words, "log_timezone", "UTC");
            set(words, "shared_buffers", "32MB");
            if (!options.durable()) {
                set(words, "fsync", "off");
                // Not synchronous_commit: it would hold changes back from the readers of the log for a while.
                set(words, "full_page_writes", "off");
            }
            return account.words(words);
        }

        private static void set(List<String> words, String name, String value) {
            words.add("-c");
            words.add(name + "=" + value);
        }

        @Override
        public Map<String, String> environment() {
            return Map.of("LC_ALL", "C");
        }

        @Override
        public List<String> stopSignals() {
            return STOP_SIGNALS;
        }

        @Override
        public String jdbcUrl(int port, String database) {
            return "jdbc:postgresql://" + RunningServer.HOST + ":" + port + "/" + database;
        }

        @Override
        public String systemDatabase() {
            return "postgres";
        }
    }
}
