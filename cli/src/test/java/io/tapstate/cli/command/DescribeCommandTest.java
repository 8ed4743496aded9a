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

class DescribeCommandTest {
    @TempDir
    private Path folder;

    private Typed cli;

    @BeforeEach
    void begin() {
        cli = new Typed(folder);
        SampleFiles.write(cli);
    }

    @Test
    void aSourceIsDescribedWithWhoNamesIt() {
        assertThat(cli.run("desc", "orders_db")).isEqualTo(ExitCode.DONE);
        assertThat(cli.outWithShortPaths()).isEqualTo("""
                orders_db  source
                  file             tap-work/source/orders_db.tap.yml
                  connector        mysql
                  mode             cdc
                  tables           orders, customers
                  config.host      ${ORDERS_DB_HOST}
                  config.database  shop
                  config.username  app
                  config.password  ${ORDERS_DB_PASSWORD}
                  valid            yes
                  names            -
                  named by         orders (pipeline)
                """);
        assertThat(cli.err()).isEmpty();
    }

    @Test
    void aSecretThatAFileSpellsOutIsNotShown() {
        String text = SampleFiles.ORDERS_DB.replace("${ORDERS_DB_PASSWORD}", "s3cret\n  hidden: s3cret");
        cli.file("source/orders_db.tap.yml", text);
        for (String format : new String[] {"text", "json", "yaml"}) {
            assertThat(cli.run("desc", "orders_db", "-o", format)).isEqualTo(ExitCode.DONE);
            assertThat(cli.out()).contains("***").doesNotContain("s3cret");
        }
    }

    @Test
    void referencesAreFoundWhereverAPipelineHoldsThem() throws IOException {
        cli.file("pipeline/all.tap.yml", """
                version: tapstate/v1
                kind: pipeline
                id: all
                source: [orders_db, gone]
                transforms:
                  - clean
                  - { id: again, use: clean }
                  - { id: own, type: filter, expr: "true" }
                view: { id: v, use: shared_view }
                serve:
                  sync: [{ source: target }]
                  push: [{ source: queue }]
                """);
        assertThat(cli.run("desc", "all", "-o", "json")).isEqualTo(ExitCode.DONE);
        JsonNode answer = new ObjectMapper().readTree(cli.out());
        assertThat(answer.get("references").findValuesAsText("id"))
                .containsExactly("orders_db", "gone", "clean", "shared_view", "target", "queue");
        assertThat(answer.at("/references/0/kind").asText()).isEqualTo("source");
        assertThat(answer.at("/references/1/kind").asText()).isEqualTo("missing");
        assertThat(answer.at("/references/2/paths")).hasToString("[\"transforms[0]\",\"transforms[1].use\"]");
        assertThat(answer.at("/references/4/paths")).hasToString("[\"serve.sync[0].source\"]");
        assertThat(answer.get("referencedBy")).isEmpty();
        assertThat(answer.at("/summary/transforms")).hasToString("[\"clean\",\"again (use clean)\",\"own (filter)\"]");
        assertThat(cli.run("desc", "orders_db", "-o", "json")).isEqualTo(ExitCode.DONE);
        assertThat(new ObjectMapper().readTree(cli.out()).get("referencedBy").findValuesAsText("id"))
                .containsExactly("all", "orders");
    }

    @Test
    void itsOwnFaultsAreToldAndThoseOfOthersAreNot() throws IOException {
        cli.file("source/orders_db.tap.yml", SampleFiles.ORDERS_DB.replace("mode: cdc", "modus: cdc"));
        cli.file("source/other.tap.yml", "kind: source\nid: other\n");
        assertThat(cli.run("desc", "orders_db")).isEqualTo(ExitCode.DONE);
        assertThat(cli.out()).contains("valid            no, 1 fault");
        assertThat(cli.err()).startsWith("dsl.unknown-field: ").doesNotContain("other.tap.yml");
        assertThat(cli.run("desc", "orders_db", "-o", "json")).isEqualTo(ExitCode.DONE);
        JsonNode validation = new ObjectMapper().readTree(cli.out()).get("validation");
        assertThat(validation.get("status").asText()).isEqualTo("invalid");
        assertThat(validation.at("/diagnostics/0/line").asInt()).isEqualTo(10);
    }

    @Test
    void aBrokenFileIsDescribedByItsName() {
        cli.file("view/broken.tap.yml", "kind: [\n");
        assertThat(cli.run("desc", "broken")).isEqualTo(ExitCode.DONE);
        assertThat(cli.out()).startsWith("broken  view\n").contains("no, 1 fault");
        assertThat(cli.err()).startsWith("dsl.malformed-yaml: ");
    }

    @Test
    void anUnknownIdIsRefusedWithTheNearestOne() {
        assertThat(cli.run("desc", "order_db")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).startsWith("cli.resource-not-found: ").contains("fix: write `orders_db`");
    }
}
