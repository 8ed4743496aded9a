package io.tapstate.planner.schema;

import static io.tapstate.planner.schema.Snapshots.ID;
import static io.tapstate.planner.schema.Snapshots.shop;
import static io.tapstate.planner.schema.Snapshots.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.SchemaCatalog;
import io.tapstate.connectors.api.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedSchemasTest {
    private static final TableSchema LIVE = table("live", ID);
    private static final SchemaCatalog DATABASE = (source, connector, config, capture) -> List.of(LIVE);

    @TempDir
    Path workspace;

    @Test
    void aRecordedSourceIsAnsweredFromItsFileAndOthersAreAsked() {
        SchemaFiles files = new SchemaFiles(workspace);
        files.write(shop(table("orders", ID)));
        RecordedSchemas schemas = new RecordedSchemas(files, DATABASE);

        assertThat(schemas.tables("shop", "mysql", config("database", "shop"), true))
                .containsExactly(table("orders", ID));
        assertThat(schemas.tables("other", "mysql", config(), true)).containsExactly(LIVE);
        assertThat(schemas.origins())
                .isEqualTo(Map.of("shop", RecordedSchemas.Origin.RECORDED, "other", RecordedSchemas.Origin.ASKED));
    }

    @Test
    void withoutARecordingAndWithoutADatabaseItIsRefused() {
        RecordedSchemas schemas = new RecordedSchemas(new SchemaFiles(workspace), RecordedSchemas.NONE);
        assertThatThrownBy(() -> schemas.tables("shop", "mysql", config(), true))
                .hasMessageContaining("actuation.source-schema-not-discovered")
                .hasMessageContaining("`shop`");
        assertThat(schemas.origins()).isEmpty();
    }

    @Test
    void aRecordingOfAnotherConnectorOrDatabaseIsRefused() {
        SchemaFiles files = new SchemaFiles(workspace);
        files.write(shop(table("orders", ID)));
        RecordedSchemas schemas = new RecordedSchemas(files, DATABASE);

        assertThatThrownBy(() -> schemas.tables("shop", "postgres", config(), true))
                .hasMessageContaining("schema.snapshot-mismatch")
                .hasMessageContaining("of the connector `mysql`, not of `postgres`");
        assertThatThrownBy(() -> schemas.tables("shop", "mysql", config("database", "archive"), true))
                .hasMessageContaining("schema.snapshot-mismatch")
                .hasMessageContaining("of the database `shop`, not of `archive`");
        assertThat(schemas.tables("shop", "mysql", config("database", "${SHOP_DB}"), true))
                .hasSize(1);
        assertThat(schemas.tables("shop", "mysql", config("database", "SHOP"), true))
                .hasSize(1);
    }

    @Test
    void theDefaultSchemaOfPostgresIsExpectedToo() {
        SchemaFiles files = new SchemaFiles(workspace);
        files.write(new SchemaSnapshot("pg", "postgres", List.of(table("orders", ID))));
        RecordedSchemas schemas = new RecordedSchemas(files, DATABASE);
        assertThatThrownBy(() -> schemas.tables("pg", "postgres", config(), true))
                .hasMessageContaining("of the schema `shop`, not of `public`");
        assertThat(schemas.tables("pg", "postgres", config("schema", "shop"), true))
                .hasSize(1);
    }

    @Test
    void aFileCopiedFromAnotherSourceIsRefused() throws IOException {
        SchemaFiles files = new SchemaFiles(workspace);
        files.write(shop(table("orders", ID)));
        Files.copy(files.path("shop"), files.path("copy"));
        assertThatThrownBy(() -> files.read("copy"))
                .hasMessageContaining("schema.snapshot-mismatch")
                .hasMessageContaining("of the source `shop`, not of `copy`");
    }

    @Test
    void everyIdHasAFileOfItsOwnInsideTheFolder() {
        SchemaFiles files = new SchemaFiles(workspace);
        assertThat(files.path("orders_db-2")).isEqualTo(workspace.resolve("schemas/orders_db-2.json"));
        assertThat(files.path("../a b%\u00e4").getParent()).isEqualTo(workspace.resolve("schemas"));
        assertThat(files.path("../a b%\u00e4").getFileName()).hasToString("%2E%2E%2Fa%20b%25%C3%A4.json");
        SchemaSnapshot odd = new SchemaSnapshot("a/b: \u00e4", "mysql", List.of());
        files.write(odd);
        assertThat(files.read("a/b: \u00e4")).contains(odd);
    }

    @Test
    void writingReplacesTheFileAndLeavesNothingElse() throws IOException {
        SchemaFiles files = new SchemaFiles(workspace);
        files.write(shop(table("orders", ID)));
        files.write(shop(table("orders", ID), table("items", ID)));
        assertThat(files.read("shop").orElseThrow().tables()).hasSize(2);
        try (var listed = Files.list(workspace.resolve("schemas"))) {
            assertThat(listed).containsExactly(files.path("shop"));
        }
    }

    @Test
    void aPlaceThatCannotBeReadOrWrittenIsNamed() throws IOException {
        SchemaFiles files = new SchemaFiles(workspace);
        Files.createDirectories(files.path("shop"));
        assertThatThrownBy(() -> files.read("shop")).hasMessageContaining("schema.snapshot-unreadable");
        Path blocked = Files.writeString(workspace.resolve("file"), "not a folder");
        assertThatThrownBy(() -> new SchemaFiles(blocked).write(shop()))
                .hasMessageContaining("schema.snapshot-not-writable");
    }

    private static ConnectionConfig config(String... namesAndValues) {
        TreeMap<String, String> values = new TreeMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return new ConnectionConfig(values);
    }
}
