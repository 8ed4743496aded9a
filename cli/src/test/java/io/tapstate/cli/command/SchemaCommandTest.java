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

class SchemaCommandTest {
    @TempDir
    private Path folder;

    private Typed cli;

    @BeforeEach
    void begin() {
        cli = new Typed(folder);
        SampleFiles.write(cli);
    }

    @Test
    void withoutASourceItIsTheSchemaOfTheLanguage() throws IOException {
        assertThat(cli.run("schema")).isEqualTo(ExitCode.DONE);
        JsonNode schema = new ObjectMapper().readTree(cli.out());
        assertThat(schema.get("$schema").asText()).isEqualTo("https://json-schema.org/draft/2020-12/schema");
    }

    @Test
    void theTablesOfARecordedSchemaAreListed() {
        SampleFiles.record(cli);
        assertThat(cli.run("schema", "orders_db")).as(cli.err()).isEqualTo(ExitCode.DONE);
        assertThat(cli.out().lines())
                .anyMatch(line -> line.matches("TABLE +ROWS +KEY +COLUMNS"))
                .anyMatch(line -> line.matches("shop.orders +~1200 +id +2"));
    }

    @Test
    void oneTableIsShownColumnByColumn() {
        SampleFiles.record(cli);
        for (String name : new String[] {"orders", "shop.orders"}) {
            assertThat(cli.run("schema", "orders_db", name)).as(cli.err()).isEqualTo(ExitCode.DONE);
            assertThat(cli.out().lines())
                    .anyMatch(line -> line.matches("id +bigint +\\S+ +no +primary"))
                    .anyMatch(line -> line.matches("customer +varchar\\(80\\) +\\S+ +yes"));
        }
    }

    @Test
    void programsGetAllOfIt() throws IOException {
        SampleFiles.record(cli);
        assertThat(cli.run("schema", "orders_db", "orders", "-o", "json")).isEqualTo(ExitCode.DONE);
        JsonNode table = new ObjectMapper().readTree(cli.out()).at("/tables/0");
        assertThat(table.get("table").asText()).isEqualTo("shop.orders");
        assertThat(table.get("primaryKey")).hasToString("[\"id\"]");
        assertThat(table.at("/columns/1/nativeType").asText()).isEqualTo("varchar(80)");
    }

    @Test
    void whatIsNotThereIsToldApart() {
        assertThat(cli.run("schema", "orders_db")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).startsWith("actuation.source-schema-not-discovered: ");
        assertThat(cli.run("schema", "order_db")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).startsWith("cli.resource-not-found: ").contains("`orders_db`");
        SampleFiles.record(cli);
        assertThat(cli.run("schema", "orders_db", "oders")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).startsWith("cli.table-not-recorded: ").contains("fix: write `orders`");
    }
}
