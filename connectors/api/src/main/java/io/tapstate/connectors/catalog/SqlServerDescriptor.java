package io.tapstate.connectors.catalog;

import static io.tapstate.connectors.catalog.OptionSpec.optional;
import static io.tapstate.connectors.catalog.OptionSpec.required;
import static io.tapstate.connectors.catalog.OptionType.PORT;
import static io.tapstate.connectors.catalog.OptionType.TEXT;

import java.util.List;
import java.util.Set;

/** Microsoft SQL Server: described, not read yet. */
final class SqlServerDescriptor {
    static final ConnectorDescriptor DESCRIPTOR = new ConnectorDescriptor(
            "sqlserver",
            "SQL Server",
            ConnectorStage.PLANNED,
            Set.of(),
            Set.of(ConnectorRole.SOURCE),
            Set.of(SourceMode.CDC, SourceMode.SNAPSHOT),
            Set.of(),
            List.of(
                    required("host", TEXT, "Host name or address of the server"),
                    optional("port", PORT, "1433", "TCP port of the server"),
                    required("database", TEXT, "Database to connect to"),
                    optional("schema", TEXT, "dbo", "Schema whose tables are read"),
                    required("username", TEXT, "Login to read as"),
                    optional("password", TEXT, "", "Password of the login").asSecret()),
            List.of(
                    PreparationStep.read(
                            "a login that may read the tables",
                            "CREATE LOGIN TAPSTATE WITH PASSWORD = 'PASSWORD';",
                            "CREATE USER TAPSTATE FOR LOGIN TAPSTATE;",
                            "GRANT SELECT ON SCHEMA::SCHEMA TO TAPSTATE;"),
                    PreparationStep.cdc("the SQL Server Agent running: it fills the change tables"),
                    PreparationStep.cdc("change capture on in the database", "EXEC sys.sp_cdc_enable_db;"),
                    PreparationStep.cdc(
                            "change capture on for each table",
                            "EXEC sys.sp_cdc_enable_table @source_schema = N'SCHEMA', @source_name = N'TABLE',"
                                    + " @role_name = NULL;"),
                    PreparationStep.cdc(
                            "the right to read the changes",
                            "GRANT SELECT ON SCHEMA::cdc TO TAPSTATE;",
                            "GRANT VIEW SERVER STATE TO TAPSTATE;"),
                    PreparationStep.cdc(
                            "changes kept longer than any pause of the pipeline (minutes; here three days)",
                            "EXEC sys.sp_cdc_change_job @job_type = 'cleanup', @retention = 4320;")),
            List.of("this release describes and validates it and does not read from it yet"));

    private SqlServerDescriptor() {}
}
