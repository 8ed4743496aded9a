package io.tapstate.connectors.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** What MySQL and MariaDB have in common: settings, accounts, JDBC URL. */
final class MySqlFamily {
    static final List<String> STOP_SIGNALS = List.of("TERM", "KILL");
    static final String SYSTEM_DATABASE = "mysql";

    private MySqlFamily() {}

    /** Settings for a run: change log in row format with full rows, UTC, utf8mb4, this machine only. */
    static List<String> arguments(ServerFolder folder, Path accounts, int port, ServerOptions options) {
        List<String> arguments = new ArrayList<>(List.of(
                "--bind-address=" + RunningServer.HOST,
                "--port=" + port,
                // Relative to the data folder: the path of a socket may have 107 characters only.
                "--socket=server.sock",
                "--pid-file=server.pid",
                "--init-file=" + accounts,
                "--skip-name-resolve",
                "--server-id=1",
                "--default-time-zone=+00:00",
                "--character-set-server=utf8mb4",
                "--max-connect-errors=1000000"));
        arguments.addAll(
                options.changeLog()
                        ? List.of("--log-bin=binlog", "--binlog-format=ROW", "--binlog-row-image=FULL")
                        : List.of("--skip-log-bin"));
        arguments.addAll(storage());
        if (options.durable()) {
            arguments.addAll(List.of("--innodb-flush-log-at-trx-commit=1", "--sync-binlog=1"));
        } else {
            arguments.addAll(
                    List.of("--innodb-flush-log-at-trx-commit=2", "--sync-binlog=0", "--skip-innodb-doublewrite"));
        }
        return arguments;
    }

    /** Sizes that must be the same when data are made and when they are used. */
    static List<String> storage() {
        return List.of("--innodb-buffer-pool-size=64M", "--innodb-log-file-size=16M");
    }

    /**
     * Writes the statements that the server runs at every start before it lets anybody in. They are kept out of the
     * change log.
     */
    static Path writeAccounts(ServerFolder folder, List<String> removingOthers) {
        String user = "'" + RunningServer.USER + "'@'%'";
        String password = "'" + folder.password() + "'";
        List<String> statements = new ArrayList<>(List.of("SET SESSION sql_log_bin = 0;"));
        removingOthers.forEach(statement -> statements.add(statement.replace("{password}", password)));
        statements.add("CREATE USER IF NOT EXISTS " + user + " IDENTIFIED BY " + password + ";");
        statements.add("ALTER USER " + user + " IDENTIFIED BY " + password + ";");
        statements.add("GRANT ALL PRIVILEGES ON *.* TO " + user + " WITH GRANT OPTION;");
        Path file = folder.root().resolve("accounts.sql");
        try {
            Files.deleteIfExists(file);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.write(file, statements, StandardCharsets.US_ASCII);
            return file;
        } catch (IOException e) {
            throw FileTrees.fault(folder.root(), e);
        }
    }

    static String jdbcUrl(int port, String database) {
        return "jdbc:mysql://" + RunningServer.HOST + ":" + port + "/" + database
                + "?sslMode=DISABLED&allowPublicKeyRetrieval=true&connectionTimeZone=UTC";
    }
}
