package io.tapstate.connectors.embedded;

import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;

/** A server process of ours: started, waited for, stopped. */
final class RunningServer implements DatabaseServer {
    static final String HOST = "127.0.0.1";
    static final String USER = "tapstate";

    private static final int PORT_ATTEMPTS = 4;
    private static final long START_SECONDS = 90;
    private static final long STOP_SECONDS = 20;

    private final ServerProgram program;
    private final ServerFolder folder;
    private final Process process;
    private final int port;
    private final String password;
    private String product;
    private boolean closed;

    private RunningServer(ServerProgram program, ServerFolder folder, Process process, int port) {
        this.program = program;
        this.folder = folder;
        this.process = process;
        this.port = port;
        this.password = folder.password();
    }

    /** Stops what a killed owner left running on this folder. Must happen before its data are touched. */
    static void stopLeftServer(ServerFolder folder, String name, List<String> stopSignals) {
        for (long pid : folder.leftProcessIds()) {
            boolean gone = new LeftServer(pid, folder.data()).stop(stopSignals, STOP_SECONDS)
                    && new LeftServer(pid, folder.unfinishedData()).stop(stopSignals, STOP_SECONDS);
            if (!gone) {
                throw TapException.of(
                        EmbeddedError.ORPHAN_NOT_STOPPED, "product", name, "pid", pid, "folder", folder.root());
            }
        }
        folder.forgetProcessId();
    }

    /** Starts the program on a folder whose data exist, and waits until it answers. Owns the folder from then on. */
    static RunningServer start(ServerProgram program, ServerFolder folder) {
        folder.turnLog();
        for (int attempt = 1; ; attempt++) {
            RunningServer server = launch(program, folder, folder.choosePort());
            boolean ready = false;
            try {
                ready = server.waitUntilReady();
                if (ready) {
                    return server;
                }
            } finally {
                if (!ready) {
                    server.stopProcess();
                }
            }
            String log = server.logText();
            if (attempt == PORT_ATTEMPTS || !log.contains("ddress already in use")) {
                throw server.notStarted(log);
            }
            folder.forgetPort();
        }
    }

    private static RunningServer launch(ServerProgram program, ServerFolder folder, int port) {
        List<String> command = new ArrayList<>();
        if (Machine.hasProgram("setsid")) {
            // A Ctrl-C in the terminal must reach the owner only, which stops its servers in order.
            command.add("setsid");
        }
        command.addAll(program.command(port));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.root().toFile())
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.log().toFile()));
        builder.environment().putAll(program.environment());
        try {
            Process process = builder.start();
            folder.recordProcess(process);
            return new RunningServer(program, folder, process, port);
        } catch (IOException e) {
            throw TapException.because(
                    e,
                    EmbeddedError.SERVER_NOT_STARTED,
                    "product",
                    program.name(),
                    "reason",
                    e.getMessage(),
                    "log",
                    folder.log());
        }
    }

    private boolean waitUntilReady() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (System.nanoTime() < deadline) {
            try (Connection connection =
                    DriverManager.getConnection(jdbcUrl(program.systemDatabase()), USER, password)) {
                if (!process.isAlive()) {
                    return false;
                }
                String version = connection.getMetaData().getDatabaseProductVersion();
                product = productOf(program.name(), version);
                return true;
            } catch (SQLException notYet) {
                if (exitedWithin(40)) {
                    return false;
                }
            }
        }
        return false;
    }

    /** Name and version in short: servers add their builder, their distribution and more. */
    static String productOf(String name, String version) {
        boolean mariaDb = version.contains("MariaDB");
        return (mariaDb ? "MariaDB" : name) + " " + version.replaceAll("^5\\.5\\.5-|[^0-9.].*$", "");
    }

    private boolean exitedWithin(long millis) {
        try {
            return process.waitFor(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while " + program.name() + " started");
        }
    }

    private TapException notStarted(String log) {
        return fault(program.name(), folder, log);
    }

    /** The coded fault for a program that failed to make a server's data. What it said is put into the log. */
    static TapException notPrepared(String name, ServerFolder folder, Command made) {
        folder.writeLog(made.text());
        return fault(name, folder, made.text());
    }

    private static TapException fault(String name, ServerFolder folder, String log) {
        if (FileTrees.isDiskFull(log)) {
            return TapException.of(EmbeddedError.DISK_FULL, "folder", folder.root());
        }
        return TapException.of(
                EmbeddedError.SERVER_NOT_STARTED, "product", name, "reason", tellingLine(log), "log", folder.log());
    }

    /** The line of a server's log that most likely says why it gave up. */
    static String tellingLine(String log) {
        List<String> lines = log.lines().filter(line -> !line.isBlank()).toList();
        return lines.stream()
                .filter(line -> line.contains("[ERROR]") || line.contains("FATAL:") || line.contains("error while"))
                .findFirst()
                .orElse(lines.isEmpty() ? "it wrote nothing" : lines.get(lines.size() - 1));
    }

    private String logText() {
        try {
            return Files.exists(folder.log()) ? Files.readString(folder.log(), StandardCharsets.ISO_8859_1) : "";
        } catch (IOException e) {
            throw FileTrees.fault(folder.root(), e);
        }
    }

    @Override
    public String product() {
        return product;
    }

    @Override
    public String host() {
        return HOST;
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public String user() {
        return USER;
    }

    @Override
    public String password() {
        return password;
    }

    @Override
    public String jdbcUrl(String database) {
        return program.jdbcUrl(port, database);
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            try {
                stopProcess();
            } finally {
                folder.close();
            }
        }
    }

    private void stopProcess() {
        if (LeftServer.stop(process.pid(), program.stopSignals(), STOP_SECONDS, process::isAlive)) {
            folder.forgetProcessId();
        } else {
            throw TapException.of(
                    EmbeddedError.ORPHAN_NOT_STOPPED,
                    "product",
                    program.name(),
                    "pid",
                    process.pid(),
                    "folder",
                    folder.root());
        }
    }

    @Override
    public String toString() {
        return product + " on " + HOST + ":" + port + " in " + folder.root();
    }
}
