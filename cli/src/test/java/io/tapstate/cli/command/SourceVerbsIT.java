package io.tapstate.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tapstate.cli.Typed;
import io.tapstate.cli.error.ExitCode;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verbs that ask databases, on real ones. */
class SourceVerbsIT {
    private static TestDatabase shop;
    private static TestDatabase freight;

    @TempDir
    private Path folder;

    private Typed cli;

    @BeforeAll
    static void makeDatabases() {
        shop = TestDatabases.freshMySql("shop");
        freight = TestDatabases.freshPostgres("freight");
    }

    @AfterAll
    static void dropDatabases() {
        shop.close();
        freight.close();
    }

    @BeforeEach
    void begin() {
        shop.execute(
                "DROP TABLE IF EXISTS orders, items, refunds",
                "CREATE TABLE orders (id INT PRIMARY KEY, number VARCHAR(20) NOT NULL UNIQUE, weight FLOAT)",
                "CREATE TABLE items (id INT PRIMARY KEY, order_id INT NOT NULL)");
        freight.execute(
                "DROP TABLE IF EXISTS shipments",
                "CREATE TABLE shipments (id INT PRIMARY KEY, order_id INT NOT NULL, part_of REGCLASS)");
        cli = new Typed(folder)
                .with("SHOP_PASSWORD", shop.server().password())
                .with("FREIGHT_PASSWORD", freight.server().password());
        cli.file("source/shop.tap.yml", source("shop", "mysql", shop, "SHOP_PASSWORD", "mode: cdc\n"));
        cli.file("source/freight.tap.yml", source("freight", "postgres", freight, "FREIGHT_PASSWORD", "mode: cdc\n"));
        cli.file("source/store.tap.yml", """
                version: tapstate/v1
                kind: source
                id: store
                connector: mongodb
                config: { uri: "%s" }
                """.formatted(TestDatabases.store().uri(TestDatabases.uniqueName("store"))));
    }

    @Test
    void allSourcesThatAreReadAreRecordedAndCheckSaysWhetherTheyStillHold() throws IOException {
        assertThat(cli.run("discover-schema", "--check")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.workspace().resolve("schemas")).doesNotExist();

        assertThat(cli.run("discover-schema")).as(cli.err()).isEqualTo(ExitCode.DONE);
        assertThat(cli.outWithShortPaths())
                .contains("freight  postgres, 1 table\n", "shop  mysql, 2 tables\n")
                .containsPattern("orders +3 +id +number +(0|-) +full\n")
                .containsPattern("public.shipments +3 +id +- +- +key\n")
                .contains("! `part_of` of public.shipments is regclass, which cannot be carried exactly")
                .contains("recorded in tap-work/schemas/shop.json (new)");
        String recorded = Files.readString(cli.workspace().resolve("schemas/shop.json"));
        assertThat(recorded)
                .contains(
                        "{\"name\": \"number\", \"type\": \"string\", \"native\": \"varchar(20)\", \"nullable\": false}")
                .doesNotContain(
                        shop.server().password(), Integer.toString(shop.server().port()));

        assertThat(cli.run("discover", "--check")).isEqualTo(ExitCode.DONE);
        assertThat(cli.run("discover")).isEqualTo(ExitCode.DONE);
        assertThat(cli.out()).contains("shop.json (unchanged)");
        assertThat(Files.readString(cli.workspace().resolve("schemas/shop.json")))
                .isEqualTo(recorded);
    }

    @Test
    void whatChangedIsToldTableByTable() throws IOException {
        assertThat(cli.run("discover", "shop")).isEqualTo(ExitCode.DONE);
        shop.execute(
                "DROP TABLE items",
                "CREATE TABLE refunds (id INT PRIMARY KEY)",
                "ALTER TABLE orders ADD COLUMN note TEXT, DROP COLUMN weight, MODIFY number VARCHAR(40) NOT NULL");
        assertThat(cli.run("discover", "shop", "--check")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.outWithShortPaths()).endsWith("""
                  + table %1$s.refunds
                  - table %1$s.items
                  ~ table %1$s.orders
                    ~ column `number` varchar(20) not null (string) -> varchar(40) not null (string)
                    + column `note` text (string)
                    - column `weight` float (double)
                  not recorded, would be tap-work/schemas/shop.json (changed)
                """.formatted(shop.name()));

        assertThat(cli.run("discover", "shop", "-o", "json")).isEqualTo(ExitCode.DONE);
        JsonNode source = new ObjectMapper().readTree(cli.out()).at("/sources/0");
        assertThat(source.get("status").asText()).isEqualTo("changed");
        assertThat(source.at("/changes/added/0").asText()).isEqualTo(shop.name() + ".refunds");
        assertThat(source.at("/changes/changed/0/parts/1/what").asText()).isEqualTo("column `note`");
        assertThat(source.at("/tables/0/columns/2/nativeType").asText()).isEqualTo("text");
        assertThat(cli.run("discover", "shop", "--check")).isEqualTo(ExitCode.DONE);
    }

    @Test
    void aSourceThatFailsDoesNotStopTheOthers() {
        cli.with("FREIGHT_PASSWORD", "wrong-s3cret");
        assertThat(cli.run("discover-schema")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.out()).contains("freight: failed", "shop.json (new)");
        assertThat(cli.err()).startsWith("connection.login-refused: ").doesNotContain("wrong-s3cret");
        assertThat(cli.workspace().resolve("schemas/freight.json")).doesNotExist();
    }

    @Test
    void aDamagedRecordingIsNamedAndReplaced() throws IOException {
        cli.file("schemas/shop.json", "{");
        assertThat(cli.run("discover", "shop")).isEqualTo(ExitCode.DONE);
        assertThat(cli.err()).startsWith("schema.snapshot-unreadable: ");
        assertThat(cli.out()).contains("(new)");
        assertThat(cli.run("discover", "shop", "--check")).isEqualTo(ExitCode.DONE);
        assertThat(cli.err()).isEmpty();
    }

    @Test
    void connectionsAreTestedInTheirRoles() {
        assertThat(cli.run("test", "shop", "freight", "store")).as(cli.out()).isEqualTo(ExitCode.DONE);
        assertThat(cli.out())
                .contains("shop  mysql, as a source", "PASSED   binlog-row-image", "shop: PASSED (14 passed)")
                .contains("WARNING  replica-identity", "freight: WARNING (1 warning, 12 passed)")
                .contains("store  mongodb, as a target", "PASSED   cleanup")
                .doesNotContain(shop.server().password());
    }

    @Test
    void aFailedItemIsAFailedTest() {
        cli.with("SHOP_PASSWORD", "wrong-s3cret");
        cli.file(
                "source/freight.tap.yml",
                source("freight", "postgres", freight, "FREIGHT_PASSWORD", "mode: cdc\ntables: [shipment]\n"));
        assertThat(cli.run("test", "shop", "freight")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.out())
                .contains("FAILED   login", "connection.login-refused", "SKIPPED  database")
                .contains("FAILED   tables", "connection.table-missing", "`shipment`")
                .contains("SKIPPED  publication")
                .doesNotContain("wrong-s3cret");
    }

    private static String source(String id, String connector, TestDatabase database, String password, String rest) {
        return """
                version: tapstate/v1
                kind: source
                id: %s
                connector: %s
                config:
                  host: %s
                  port: %d
                  database: %s
                  username: %s
                  password: ${%s}
                %s""".formatted(
                        id,
                        connector,
                        database.server().host(),
                        database.server().port(),
                        database.name(),
                        database.server().user(),
                        password,
                        rest);
    }
}
