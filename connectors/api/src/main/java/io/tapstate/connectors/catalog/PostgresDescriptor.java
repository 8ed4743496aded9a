package io.tapstate.connectors.catalog;

import static io.tapstate.connectors.catalog.OptionSpec.optional;
import static io.tapstate.connectors.catalog.OptionSpec.required;
import static io.tapstate.connectors.catalog.OptionType.BOOLEAN;
import static io.tapstate.connectors.catalog.OptionType.LIST;
import static io.tapstate.connectors.catalog.OptionType.NUMBER;
import static io.tapstate.connectors.catalog.OptionType.PORT;
import static io.tapstate.connectors.catalog.OptionType.TEXT;

import io.tapstate.connectors.postgres.PostgresOptions;
import java.util.List;
import java.util.Set;

/** PostgreSQL. */
final class PostgresDescriptor {
    private static final String STANDALONE = "standalone";
    private static final String REPLICATED = "master-slave";
    private static final String WALMINER = "walminer";

    private static final OptionSpec DEPLOYMENT = optional(
                    "deploymentMode", TEXT, STANDALONE, "Whether the address is one server or several that replicate")
            .oneOf(STANDALONE, REPLICATED)
            .actedOnOnly(STANDALONE);

    private static final OptionSpec PLUGIN = optional(
                    "logPluginName", TEXT, "pgoutput", "What decodes the write-ahead log")
            .oneOf(
                    "pgoutput",
                    "decoderbufs",
                    "wal2json",
                    "wal2json_rds",
                    "wal2json_streaming",
                    "wal2json_rds_streaming",
                    WALMINER,
                    "physical")
            .actedOnOnly("pgoutput");

    static final ConnectorDescriptor DESCRIPTOR = new ConnectorDescriptor(
            PostgresOptions.CONNECTOR,
            "PostgreSQL",
            ConnectorStage.STABLE,
            Set.of(ConnectorRole.SOURCE),
            Set.of(ConnectorRole.SOURCE),
            Set.of(SourceMode.CDC, SourceMode.SNAPSHOT),
            Set.of(),
            List.of(
                    DEPLOYMENT,
                    required("host", TEXT, "Host name or address of the server").when(DEPLOYMENT, STANDALONE),
                    optional("port", PORT, "5432", "TCP port of the server").when(DEPLOYMENT, STANDALONE),
                    optional("masterSlaveAddress", LIST, "", "Addresses of the replicating servers, each host:port")
                            .when(DEPLOYMENT, REPLICATED)
                            .actedOnOnly(),
                    required("database", TEXT, "Database to connect to"),
                    optional("schema", TEXT, "public", "Schema whose tables are read"),
                    required("username", TEXT, "Role to read as").alsoAs("user"),
                    optional("password", TEXT, "", "Password of the role").asSecret(),
                    PLUGIN,
                    optional("checkCdcSlave", BOOLEAN, "false", "Whether the log is followed on a standby")
                            .actedOnOnly("false"),
                    optional("partPublication", BOOLEAN, "true", "Whether the publication holds the read tables only")
                            .actedOnOnly("true"),
                    optional(
                                    "globalPublicationName",
                                    TEXT,
                                    "",
                                    "Name of a publication of all tables; each source has" + " one of its own instead")
                            .actedOnOnly(""),
                    optional("allowReplication", BOOLEAN, "true", "Whether the server may be asked for its log")
                            .actedOnOnly("true"),
                    optional("defaultWalLogSize", NUMBER, "102400", "Largest transaction kept in memory, in kilobytes")
                            .actedOnOnly("102400"),
                    optional("extParams", TEXT, "", "Parameters of the driver's connection")
                            .actedOnOnly(""),
                    optional("timezone", TEXT, "", "Offset that times without a zone are read in, such as +08:00")
                            .actedOnOnly(""),
                    optional("walTdeKey", TEXT, "", "File with the key of an encrypted write-ahead log")
                            .actedOnOnly(""),
                    optional("walTdeKeyPassword", TEXT, "", "Password of that key")
                            .asSecret()
                            .actedOnOnly(""),
                    optional("walTdeKeyWrapAlgorithm", TEXT, "auto", "How that key is wrapped")
                            .oneOf("auto", "aes-256-cbc", "aes-128-cbc")
                            .actedOnOnly("auto"),
                    optional("pgtoHost", TEXT, "127.0.0.1", "Host of the log miner")
                            .when(PLUGIN, WALMINER)
                            .actedOnOnly(),
                    optional("pgtoPort", PORT, "9876", "TCP port of the log miner")
                            .when(PLUGIN, WALMINER)
                            .actedOnOnly()),
            List.of(
                    PreparationStep.read(
                            "a role that may read the tables",
                            "CREATE ROLE TAPSTATE LOGIN PASSWORD 'PASSWORD';",
                            "GRANT CONNECT ON DATABASE DATABASE TO TAPSTATE;",
                            "GRANT USAGE ON SCHEMA SCHEMA TO TAPSTATE;",
                            "GRANT SELECT ON ALL TABLES IN SCHEMA SCHEMA TO TAPSTATE;"),
                    PreparationStep.cdc(
                            "the log written for logical decoding (a restart turns it on)",
                            "ALTER SYSTEM SET wal_level = 'logical';"),
                    PreparationStep.cdc(
                            "a free replication slot and a free WAL sender per source (changes need a restart)",
                            "ALTER SYSTEM SET max_replication_slots = 10;",
                            "ALTER SYSTEM SET max_wal_senders = 10;"),
                    PreparationStep.cdc("a role that may replicate", "ALTER ROLE TAPSTATE REPLICATION;"),
                    PreparationStep.cdc(
                            "the right to publish the tables: the role creates a publication of its own, so it owns them"
                                    + " and may create objects in the database",
                            "GRANT CREATE ON DATABASE DATABASE TO TAPSTATE;",
                            "GRANT TABLE_OWNER TO TAPSTATE;"),
                    PreparationStep.cdc(
                            "whole old rows in the log, for tables whose key or join columns change"
                                    + " (without it only key columns of an old row are known)",
                            "ALTER TABLE TABLE REPLICA IDENTITY FULL;")),
            List.of(
                    "tables are read from one schema per source",
                    "foreign tables, views and partitioned parents are not read; unlogged tables only in mode snapshot",
                    "a table that is truncated, dropped or renamed ends the pipeline with a code; DELETE is followed",
                    "the log holds no statements: `ddl: apply` follows a change of columns when a row with other columns"
                            + " comes, or some seconds later with the next row of any table that is read",
                    "under `ddl: apply`, a default that only the database knows, generated and identity columns, and"
                            + " columns that come and go faster than rows tell, end the pipeline with a code",
                    "columns of composite, range, array, interval, money and geometric types, and numeric without a"
                            + " precision, are refused when a plan is made",
                    "connections are encrypted where the server offers it, without checking its certificate"));

    private PostgresDescriptor() {}
}
