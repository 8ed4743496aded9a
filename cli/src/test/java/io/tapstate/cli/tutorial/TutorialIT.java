package io.tapstate.cli.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.cli.tutorial.TutorialReader.Said;
import io.tapstate.cli.tutorial.TutorialStep.Type;
import io.tapstate.connectors.embedded.DatabaseServer;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.planner.schema.SchemaFiles;
import io.tapstate.planner.schema.SchemaSnapshot;
import io.tapstate.planner.schema.SchemaSnapshotCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The part of the tutorial that talks to databases, against real ones that its SQL files were loaded into. */
class TutorialIT {
    private static final Path TUTORIAL = Tutorial.CHECKOUT.resolve("docs/tutorial");

    @TempDir
    private Path folder;

    private TestDatabase shop;
    private TestDatabase operations;

    @BeforeEach
    void loadTables() throws IOException {
        shop = TestDatabases.freshMySql("shop");
        operations = TestDatabases.freshPostgres("operations");
        shop.execute(statements("mysql.sql"));
        operations.execute(statements("postgres.sql"));
    }

    @AfterEach
    void dropTables() {
        shop.close();
        operations.close();
    }

    @Test
    void discoveringTheTablesOfTheTutorialGivesItsRecordedSchemas() throws Exception {
        Path workspace = folder.toRealPath().resolve("my-shop");
        source(workspace, "shop", shop);
        source(workspace, "operations", operations);
        TutorialReader reader = new TutorialReader(folder.toRealPath())
                .with("TAPSTATE_WORKDIR", "my-shop")
                .with("SHOP_HOST", shop.server().host())
                .with("SHOP_PORT", Integer.toString(shop.server().port()))
                .with("SHOP_PASSWORD", shop.server().password())
                .with("OPERATIONS_HOST", operations.server().host())
                .with("OPERATIONS_PORT", Integer.toString(operations.server().port()))
                .with("OPERATIONS_PASSWORD", operations.server().password());
        for (TutorialStep step : Tutorial.read()) {
            if (step instanceof Type type && type.database()) {
                Said said = reader.type(type);
                String place = "docs/tutorial.md:" + type.line() + ": " + type.command() + "\n"
                        + String.join("\n", said.lines());
                assertThat(said.status()).as(place).isEqualTo(type.status());
                assertThat(!type.compared() || TutorialReader.matches(type.shown(), said.lines()))
                        .as(place)
                        .isTrue();
            }
        }
        SchemaFiles recorded = new SchemaFiles(TUTORIAL.resolve("shop"));
        for (String source : List.of("shop", "operations")) {
            SchemaSnapshot expected = recorded.read(source).orElseThrow();
            SchemaSnapshot found = discovered(workspace, source);
            assertThat(found.sameStructure(expected))
                    .as(new String(SchemaSnapshotCodec.write(found), StandardCharsets.UTF_8))
                    .isTrue();
        }
    }

    /** The source as the tutorial has it, but of a database of another name, read by another user. */
    private static void source(Path workspace, String id, TestDatabase database) throws IOException {
        String file = "source/" + id + ".tap.yml";
        DatabaseServer server = database.server();
        String text = Files.readString(TUTORIAL.resolve("shop").resolve(file))
                .replace("database: " + id + ",", "database: " + database.name() + ",")
                .replace("username: tapstate,", "username: " + server.user() + ",");
        Files.createDirectories(workspace.resolve("source"));
        Files.writeString(workspace.resolve(file), text);
    }

    /** What was discovered, under the name of the tutorial's database and without the display widths of old servers. */
    private SchemaSnapshot discovered(Path workspace, String source) throws IOException {
        Path file = new SchemaFiles(workspace).path(source);
        String text = Files.readString(file)
                .replace("\"" + shop.name() + "\"", "\"shop\"")
                .replaceAll("\"native\": \"(small|big)?int\\(\\d+\\)\"", "\"native\": \"$1int\"");
        return SchemaSnapshotCodec.read(file.toString(), text.getBytes(StandardCharsets.UTF_8));
    }

    private static String[] statements(String file) throws IOException {
        String text = Files.readString(TUTORIAL.resolve(file)).replaceAll("(?m)^--.*$", "");
        return Arrays.stream(text.split(";\\s*\n"))
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .toArray(String[]::new);
    }
}
