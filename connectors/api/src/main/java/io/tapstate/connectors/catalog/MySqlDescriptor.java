package io.tapstate.connectors.catalog;

import static io.tapstate.connectors.catalog.OptionSpec.optional;
import static io.tapstate.connectors.catalog.OptionSpec.required;
import static io.tapstate.connectors.catalog.OptionType.LIST;
import static io.tapstate.connectors.catalog.OptionType.PORT;
import static io.tapstate.connectors.catalog.OptionType.TEXT;

import io.tapstate.connectors.mysql.MySqlOptions;
import java.util.List;
import java.util.Set;

/** MySQL and MariaDB. */
final class MySqlDescriptor {
    private static final String STANDALONE = "standalone";
    private static final String REPLICATED = "master-slave";

    private static final OptionSpec DEPLOYMENT = optional(
                    "deploymentMode", TEXT, STANDALONE, "Whether the address is one server or several that replicate")
            .oneOf(STANDALONE, REPLICATED)
            .actedOnOnly(STANDALONE);

    static final ConnectorDescriptor DESCRIPTOR = new ConnectorDescriptor(
            MySqlOptions.CONNECTOR,
            "MySQL",
            ConnectorStage.STABLE,
            Set.of(ConnectorRole.SOURCE),
            Set.of(ConnectorRole.SOURCE),
            Set.of(SourceMode.CDC, SourceMode.SNAPSHOT),
            Set.of(),
            List.of(
                    DEPLOYMENT,
                    required("host", TEXT, "Host name or address of the server").when(DEPLOYMENT, STANDALONE),
                    optional("port", PORT, "3306", "TCP port of the server").when(DEPLOYMENT, STANDALONE),
                    optional("masterSlaveAddress", LIST, "", "Addresses of the replicating servers, each host:port")
                            .when(DEPLOYMENT, REPLICATED)
                            .actedOnOnly(),
                    required("database", TEXT, "Database whose tables are read"),
                    required("username", TEXT, "Account to read as"),
                    optional("password", TEXT, "", "Password of the account").asSecret(),
                    optional(
                                    "addtionalString",
                                    TEXT,
                                    "useUnicode=yes&characterEncoding=UTF-8",
                                    "Parameters of the driver's connection, spelt this way")
                            .actedOnOnly("", "useUnicode=yes&characterEncoding=UTF-8"),
                    optional("timezone", TEXT, "", "Offset that times without a zone are read in, such as +08:00")
                            .actedOnOnly("")),
            List.of(
                    PreparationStep.read(
                            "an account that may read the tables",
                            "CREATE USER 'TAPSTATE'@'%' IDENTIFIED BY 'PASSWORD';",
                            "GRANT SELECT ON DATABASE.* TO 'TAPSTATE'@'%';"),
                    PreparationStep.cdc(
                            "the binary log on, in full rows, under a server id of its own"
                                    + " (in the server's configuration; a restart turns it on)",
                            "log_bin = binlog",
                            "binlog_format = ROW",
                            "binlog_row_image = FULL",
                            "server_id = 1"),
                    PreparationStep.cdc(
                            "the log kept longer than any pause of the pipeline (here three days; MariaDB:"
                                    + " expire_logs_days)",
                            "SET PERSIST binlog_expire_logs_seconds = 259200;"),
                    PreparationStep.cdc(
                            "the right to follow the log (MariaDB 10.5 and later also: BINLOG MONITOR, which is"
                                    + " its new name of REPLICATION CLIENT)",
                            "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO 'TAPSTATE'@'%';")),
            List.of(
                    "MariaDB is read through the same connector",
                    "tables are read from one database per source",
                    "views and temporary tables are not read",
                    "a table that is truncated, dropped or renamed, or loses a partition, ends the pipeline with a"
                            + " code; DELETE is followed",
                    "columns of type FLOAT, BIT(n > 1), DECIMAL with more than 34 digits, spatial and vector types are"
                            + " refused when a plan is made",
                    "connections are not encrypted yet"));

    private MySqlDescriptor() {}
}
