package io.tapstate.connectors.catalog;

import static io.tapstate.connectors.catalog.OptionSpec.optional;
import static io.tapstate.connectors.catalog.OptionSpec.required;
import static io.tapstate.connectors.catalog.OptionType.PORT;
import static io.tapstate.connectors.catalog.OptionType.TEXT;

import java.util.List;
import java.util.Set;

/** IBM Db2: a preview of its settings, not read yet. */
final class Db2Descriptor {
    static final ConnectorDescriptor DESCRIPTOR = new ConnectorDescriptor(
            "db2",
            "Db2",
            ConnectorStage.PREVIEW,
            Set.of(),
            Set.of(ConnectorRole.SOURCE),
            Set.of(SourceMode.CDC, SourceMode.SNAPSHOT),
            Set.of(),
            List.of(
                    required("host", TEXT, "Host name or address of the server"),
                    optional("port", PORT, "50000", "TCP port of the server"),
                    required("database", TEXT, "Database to connect to"),
                    optional("schema", TEXT, "", "Schema whose tables are read; that of the user when absent"),
                    required("username", TEXT, "User to read as"),
                    optional("password", TEXT, "", "Password of the user").asSecret()),
            List.of(
                    PreparationStep.read(
                            "a user who may read the tables",
                            "GRANT CONNECT ON DATABASE TO USER TAPSTATE;",
                            "GRANT SELECT ON TABLE SCHEMA.TABLE TO USER TAPSTATE;"),
                    PreparationStep.cdc(
                            "the log archived (on the server; a backup must follow)",
                            "db2 update db cfg for DATABASE using LOGARCHMETH1 DISK:/PATH"),
                    PreparationStep.cdc(
                            "changes of each table logged for capture",
                            "ALTER TABLE SCHEMA.TABLE DATA CAPTURE CHANGES;")),
            List.of("this release describes and validates it and does not read from it yet"));

    private Db2Descriptor() {}
}
