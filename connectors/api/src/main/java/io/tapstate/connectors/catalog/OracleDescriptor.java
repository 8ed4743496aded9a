package io.tapstate.connectors.catalog;

import static io.tapstate.connectors.catalog.OptionSpec.optional;
import static io.tapstate.connectors.catalog.OptionSpec.required;
import static io.tapstate.connectors.catalog.OptionType.PORT;
import static io.tapstate.connectors.catalog.OptionType.TEXT;

import java.util.List;
import java.util.Set;

/** Oracle Database: described, not read yet. */
final class OracleDescriptor {
    private static final OptionSpec SID =
            optional("sid", TEXT, "", "SID of the instance, where the database has no service name");

    static final ConnectorDescriptor DESCRIPTOR = new ConnectorDescriptor(
            "oracle",
            "Oracle Database",
            ConnectorStage.PLANNED,
            Set.of(),
            Set.of(ConnectorRole.SOURCE),
            Set.of(SourceMode.CDC, SourceMode.SNAPSHOT),
            Set.of(),
            List.of(
                    required("host", TEXT, "Host name or address of the listener"),
                    optional("port", PORT, "1521", "TCP port of the listener"),
                    required("service_name", TEXT, "Service name of the database")
                            .when(SID, ""),
                    SID,
                    optional("schema", TEXT, "", "Schema whose tables are read; that of the user when absent"),
                    required("username", TEXT, "User to read as"),
                    optional("password", TEXT, "", "Password of the user").asSecret()),
            List.of(
                    PreparationStep.read(
                            "a user who may read the tables",
                            "CREATE USER TAPSTATE IDENTIFIED BY \"PASSWORD\";",
                            "GRANT CREATE SESSION TO TAPSTATE;",
                            "GRANT SELECT ON SCHEMA.TABLE TO TAPSTATE;"),
                    PreparationStep.cdc(
                            "the redo log archived (in SQL*Plus, as SYSDBA; the database restarts)",
                            "SHUTDOWN IMMEDIATE",
                            "STARTUP MOUNT",
                            "ALTER DATABASE ARCHIVELOG;",
                            "ALTER DATABASE OPEN;"),
                    PreparationStep.cdc(
                            "supplemental logging: minimal for the database, all columns for each table",
                            "ALTER DATABASE ADD SUPPLEMENTAL LOG DATA;",
                            "ALTER TABLE SCHEMA.TABLE ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS;"),
                    PreparationStep.cdc(
                            "the right to mine the log and to read the dictionary",
                            "GRANT LOGMINING, SELECT_CATALOG_ROLE, EXECUTE_CATALOG_ROLE, FLASHBACK ANY TABLE,"
                                    + " SELECT ANY TRANSACTION TO TAPSTATE;"),
                    PreparationStep.cdc("archived logs kept longer than any pause of the pipeline")),
            List.of("this release describes and validates it and does not read from it yet"));

    private OracleDescriptor() {}
}
