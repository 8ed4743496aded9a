package io.tapstate.planner.dsl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.SourceSpec;
import io.tapstate.planner.spec.SourceSpec.SourceModeName;
import io.tapstate.planner.spec.YamlValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SourceParsingTest {
    private static final String HEAD = "version: tapstate/v1\nkind: source\nid: shop\nconnector: mysql\n";

    @Test
    void everyFieldOfASourceIsRead() {
        SourceSpec source = Parsed.sound(SourceSpec.class, """
                version: tapstate/v1
                kind: source
                id: shop
                metadata:
                  labels: { team: core }
                  description: The shop
                connector: mysql
                config: { host: db, port: 3306, tags: [a, 1.5, ~], ssl: { on: true } }
                mode: cdc
                tables:
                  - orders
                  - /^(?!tmp$).*/
                  - { name: /odd/, filter: after.n > 1, pk: [a, b], options: { x: 1 } }
                options: { fetch_size: 0o17 }
                srs: { key: k, retention: 7, schema_evolution: track, queryable: false, enabled: true }
                experimental: { anything: [1] }
                """);

        assertThat(source.id().value()).isEqualTo("shop");
        assertThat(source.mode().orElseThrow().value()).isEqualTo(SourceModeName.CDC);
        assertThat(plain(source.config()))
                .containsEntry("host", "db")
                .containsEntry("port", BigInteger.valueOf(3306))
                .containsEntry("ssl", Map.of("on", true));
        assertThat((List<Object>) plain(source.config()).get("tags")).containsExactly("a", new BigDecimal("1.5"), null);
        assertThat(source.tables().orElseThrow().value())
                .extracting(table -> table.name().value(), table -> table.pattern())
                .containsExactly(tuple("orders", false), tuple("/^(?!tmp$).*/", true), tuple("/odd/", false));
        SourceSpec.TableSpec table = source.tables().orElseThrow().value().get(2);
        assertThat(table.filter().orElseThrow().value()).isEqualTo("after.n > 1");
        assertThat(table.primaryKey()).extracting(Located::value).containsExactly("a", "b");
        assertThat(plain(source.options())).containsEntry("fetch_size", BigInteger.valueOf(15));
        assertThat(source.srs().orElseThrow().retention().orElseThrow().value()).isEqualTo("7");
        assertThat(source.srs().orElseThrow().queryable().orElseThrow().value()).isFalse();
    }

    @Test
    void aSourceWithoutModeAndTablesIsOnlyAConnection() {
        assertThat(Parsed.sound(SourceSpec.class, HEAD).connectionOnly()).isTrue();
        assertThat(Parsed.sound(SourceSpec.class, HEAD + "mode: ${MODE}\n").connectionOnly())
                .isFalse();
    }

    @Test
    void anEmptyListOfTablesIsNotTheSameAsNone() {
        assertThat(Parsed.sound(SourceSpec.class, HEAD + "tables: []\n").tables())
                .isPresent();
        assertThat(Parsed.sound(SourceSpec.class, HEAD + "tables:\n").tables()).isEmpty();
    }

    @Test
    void settingsThatMovedToThePipelineAreNamedWithTheirNewPlace() {
        ParsedResource parsed =
                Parsed.offline(HEAD + "options: { snapshot_mode: initial, start_from: latest, x: 1 }\n");

        assertThat(Parsed.places(parsed))
                .containsExactly(
                        "5:12 options.snapshot_mode dsl.unknown-field", "5:36 options.start_from dsl.unknown-field");
        assertThat(parsed.faults().get(0).fix()).contains("`read_mode` in the `settings` of the pipeline");
    }

    @Test
    void referencesInConfigStayAsWrittenEvenWithVariables() {
        ParsedResource parsed = Parsed.with(
                Map.of("P", "secret", "C", "postgres"),
                "version: tapstate/v1\nkind: source\nid: a\nconnector: ${C}\nconfig: { password: ${P}, port: ${var:Q:1} }\n");

        SourceSpec source = parsed.resource(SourceSpec.class).orElseThrow();
        assertThat(source.connector().value()).isEqualTo("postgres");
        assertThat(source.connection().values())
                .containsEntry("password", "${P}")
                .containsEntry("port", "${var:Q:1}");
    }

    @Test
    void aFileThatSaysNoKindIsStillJudgedForWhatEveryKindHas() {
        assertThat(Parsed.faults("version: v2\nid: a.b\nfoo: 1\n"))
                .containsExactlyInAnyOrder(
                        "1:1  dsl.required-field", "1:10 version dsl.illegal-value", "2:5 id dsl.illegal-value");
        assertThat(Parsed.faults("version: tapstate/v1\nkind: sauce\nid: a\nfoo: 1\n"))
                .containsExactly("2:7 kind dsl.illegal-value");
    }

    @Test
    void scalarsAreReadByTheTypeTheirFieldDeclares() {
        assertThat(Parsed.faults(HEAD + "metadata: { labels: { a: 1, b: true, c: \"2\", d: ${X} } }\n"))
                .containsExactly(
                        "5:26 metadata.labels.a dsl.illegal-value", "5:32 metadata.labels.b dsl.illegal-value");
        assertThat(Parsed.faults(HEAD + "srs: { enabled: \"true\", queryable: yes, schema_evolution: Track }\n"))
                .containsExactly(
                        "5:17 srs.enabled dsl.illegal-value",
                        "5:36 srs.queryable dsl.illegal-value",
                        "5:59 srs.schema_evolution dsl.illegal-value");
        assertThat(Parsed.faults(HEAD + "config: [a]\ntables: orders\nmetadata: x\n"))
                .containsExactly(
                        "5:9 config dsl.illegal-value",
                        "6:9 tables dsl.illegal-value",
                        "7:11 metadata dsl.illegal-value");
    }

    @Test
    void aReferenceMayStandAnywhereInAFile() {
        for (int length = 900; length < 1100; length++) {
            String text = HEAD + "metadata: { description: " + "x".repeat(length) + "${A} }\nmode: snapshot\n";

            assertThat(Parsed.faults(text)).as("" + length).isEmpty();
        }
    }

    private static Map<String, Object> plain(Map<Located<String>, YamlValue> fields) {
        Map<String, Object> plain = new HashMap<>();
        fields.forEach((name, value) -> plain.put(name.value(), plain(value)));
        return plain;
    }

    private static Object plain(YamlValue value) {
        if (value instanceof YamlValue.Scalar scalar) {
            return scalar.value();
        }
        if (value instanceof YamlValue.Items items) {
            List<Object> plain = new ArrayList<>();
            items.items().forEach(item -> plain.add(plain(item)));
            return plain;
        }
        return plain(((YamlValue.Fields) value).fields());
    }
}
