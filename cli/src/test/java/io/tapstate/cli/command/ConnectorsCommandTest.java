package io.tapstate.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tapstate.cli.Typed;
import io.tapstate.cli.error.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectorsCommandTest {
    @TempDir
    private Path folder;

    private Typed cli;

    @BeforeEach
    void begin() {
        cli = new Typed(folder);
    }

    @Test
    void theCatalogueIsListed() {
        assertThat(cli.run("connectors")).isEqualTo(ExitCode.DONE);
        assertThat(cli.out()).isEqualTo("""
                CONNECTOR  NAME             STAGE    ROLE    MODES          WRITES          IN THIS RELEASE
                db2        Db2              preview  source  cdc, snapshot  -               described, not run yet
                mongodb    MongoDB          stable   target  -              upsert, append  is written
                mysql      MySQL            stable   source  cdc, snapshot  -               is read
                oracle     Oracle Database  planned  source  cdc, snapshot  -               described, not run yet
                postgres   PostgreSQL       stable   source  cdc, snapshot  -               is read
                sqlserver  SQL Server       planned  source  cdc, snapshot  -               described, not run yet
                """);
    }

    @Test
    void aConnectorIsShownWithSettingsPreparationAndLimits() {
        assertThat(cli.run("connectors", "show", "postgres")).isEqualTo(ExitCode.DONE);
        assertThat(cli.out())
                .startsWith("postgres  PostgreSQL (stable), is read\nmodes: cdc, snapshot\n")
                .contains("host*", "text; where deploymentMode is standalone")
                .contains("port; default 5432; where deploymentMode is standalone")
                .contains("text; also written user")
                .contains("text, secret")
                .contains("not acted on yet: refused unless pgoutput")
                .contains("ALTER SYSTEM SET wal_level = 'logical';")
                .contains("\nlimits\n  - tables are read from one schema per source\n");
    }

    @Test
    void programsGetTheWholeDescriptor() throws IOException {
        assertThat(cli.run("connectors", "show", "mongodb", "-o", "json")).isEqualTo(ExitCode.DONE);
        JsonNode answer = new ObjectMapper().readTree(cli.out());
        assertThat(answer.at("/id").asText()).isEqualTo("mongodb");
        assertThat(answer.at("/writeModes")).hasToString("[\"upsert\",\"append\"]");
        JsonNode uri = answer.at("/config/1");
        assertThat(uri.get("name").asText()).isEqualTo("uri");
        assertThat(uri.get("secret").asBoolean()).isTrue();
        assertThat(uri.get("visibleWhen")).hasToString("{\"controllingField\":\"isUri\",\"equalsAnyOf\":[\"true\"]}");
        assertThat(answer.at("/preparation/0/need").asText()).isEqualTo("write");

        assertThat(cli.run("connectors", "-o", "yaml")).isEqualTo(ExitCode.DONE);
        assertThat(cli.out()).startsWith("connectors:\n- id: db2\n");
    }

    @Test
    void aMisspeltConnectorGetsTheNearestName() {
        assertThat(cli.run("connectors", "show", "postgre")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).startsWith("cli.unknown-connector: ").contains("fix: write `postgres`");
        assertThat(cli.run("connectors", "show")).isEqualTo(ExitCode.USAGE);
    }
}
