package io.tapstate.planner.schema;

import static io.tapstate.planner.schema.Snapshots.ID;
import static io.tapstate.planner.schema.Snapshots.NUMBER;
import static io.tapstate.planner.schema.Snapshots.PRICE;
import static io.tapstate.planner.schema.Snapshots.shop;
import static io.tapstate.planner.schema.Snapshots.table;
import static io.tapstate.planner.schema.Snapshots.with;
import static io.tapstate.planner.schema.Snapshots.withRows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.UniqueIndex;
import io.tapstate.connectors.diagnostics.TapException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaSnapshotCodecTest {
    private static final String FORM = """
            {
              "format": "tapstate.schema/1",
              "source": "shop",
              "connector": "mysql",
              "tables": [
                {
                  "namespace": "shop",
                  "name": "customers",
                  "before_image": "key",
                  "primary_key": [],
                  "unique_indexes": [],
                  "columns": []
                },
                {
                  "namespace": "shop",
                  "name": "orders",
                  "row_estimate": 1200,
                  "before_image": "full",
                  "primary_key": ["id"],
                  "unique_indexes": [
                    {"name": "by_number", "columns": ["number"]},
                    {"name": "by_price", "columns": ["price", "id"]}
                  ],
                  "columns": [
                    {"name": "id", "type": "integer", "native": "int", "nullable": false},
                    {"name": "number", "type": "string", "native": "varchar(20)", "nullable": true},
                    {"name": "price", "type": "decimal", "native": "decimal(10,2)", "nullable": false}
                  ]
                }
              ]
            }
            """;

    private static SchemaSnapshot example() {
        return shop(
                with(
                        withRows(table("orders", ID, NUMBER, PRICE), 1200),
                        List.of("id"),
                        List.of(
                                new UniqueIndex("by_price", List.of("price", "id"), true),
                                new UniqueIndex("by_number", List.of("number"), false)),
                        BeforeImage.FULL),
                with(table("customers"), List.of(), List.of(), BeforeImage.KEY));
    }

    @Test
    void theFileIsSortedAndHasOneLinePerColumn() {
        assertThat(text(example())).isEqualTo(FORM);
    }

    @Test
    void whatIsWrittenIsReadBack() {
        assertThat(SchemaSnapshotCodec.read("f", SchemaSnapshotCodec.write(example())))
                .isEqualTo(example());
        SchemaSnapshot empty = new SchemaSnapshot("s", "postgres", List.of());
        assertThat(SchemaSnapshotCodec.read("f", SchemaSnapshotCodec.write(empty)))
                .isEqualTo(empty);
    }

    @Test
    void everyTypeAndEveryOddNameSurvives() {
        ColumnSchema[] columns = new ColumnSchema[ColumnType.values().length];
        for (ColumnType type : ColumnType.values()) {
            columns[type.ordinal()] =
                    new ColumnSchema("a \"b\"\\\n\u00e4\ud83d\ude00" + type, "enum('x','\u00df')", type, true);
        }
        SchemaSnapshot odd = shop(with(table("t/../\"", columns), List.of(), List.of(), BeforeImage.FULL));
        assertThat(SchemaSnapshotCodec.read("f", SchemaSnapshotCodec.write(odd)))
                .isEqualTo(odd);
    }

    @Test
    void anIndexIdentifiesARowOnlyWhenNoColumnOfItIsNullable() {
        SchemaSnapshot read = SchemaSnapshotCodec.read("f", bytes(FORM));
        assertThat(read.tables().get(1).uniqueIndexes())
                .extracting(UniqueIndex::name, UniqueIndex::notNull)
                .containsExactly(tuple("by_number", false), tuple("by_price", true));
    }

    @Test
    void whiteSpaceAndOrderDoNotMatter() {
        String other = FORM.replaceAll("\\s+", " ")
                .replace(
                        "\"source\": \"shop\", \"connector\": \"mysql\"",
                        "\"connector\":\"mysql\",\"source\":\"shop\"");
        assertThat(SchemaSnapshotCodec.read("f", bytes(other))).isEqualTo(example());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "tapstate.schema/1 | tapstate.schema/2 | schema.snapshot-format-unknown | tapstate.schema/2",
                "\"format\" | \"fmt\" | schema.snapshot-unreadable | `format` is missing",
                "\"source\": | \"origin\": | schema.snapshot-unreadable | `origin` is not a field",
                "\"connector\": \"mysql\" | \"connector\": 3 | schema.snapshot-unreadable | `connector` is not text",
                "\"connector\": \"mysql\" | \"source\": \"x\" | schema.snapshot-unreadable | it is not JSON at line 4",
                "\"customers\" | \"orders\" | schema.snapshot-unreadable | `tables` names `shop.orders` twice",
                "\"primary_key\": [\"id\"] | \"primary_key\": [\"ID\"] | schema.snapshot-unreadable | no column of the table",
                "\"primary_key\": [\"id\"] | \"primary_key\": [1] | schema.snapshot-unreadable | `tables[1].primary_key[0]` is not text",
                "\"primary_key\": [\"id\"] | \"primary_key\": [\"id\",\"id\"] | schema.snapshot-unreadable | names `id` twice",
                "\"primary_key\": [\"id\"] | \"primary_key\": {} | schema.snapshot-unreadable | is not a list",
                "1200 | -1 | schema.snapshot-unreadable | `tables[1].row_estimate` is not a whole number",
                "1200 | 12.5 | schema.snapshot-unreadable | is not a whole number",
                "1200 | 99999999999999999999 | schema.snapshot-unreadable | is not a whole number",
                "\"full\" | \"FULL\" | schema.snapshot-unreadable | `tables[1].before_image` is `FULL`",
                "\"integer\" | \"int\" | schema.snapshot-unreadable | `tables[1].columns[0].type` is `int`",
                "\"nullable\": false}, | \"nullable\": \"no\"}, | schema.snapshot-unreadable | neither true nor false",
                "\"native\": \"int\" | \"native\": \"\" | schema.snapshot-unreadable | `tables[1].columns[0].native` is not text",
                "[\"number\"] | [] | schema.snapshot-unreadable | `tables[1].unique_indexes[0].columns` is empty",
                "\"by_price\" | \"by_number\" | schema.snapshot-unreadable | names `by_number` twice",
                "\"name\": \"number\", | \"name\": \"id\", | schema.snapshot-unreadable | `tables[1].columns` names `id` twice",
                "\"tables\": [ | \"tables\": [7, | schema.snapshot-unreadable | `tables[0]` is not an object",
            })
    void damageIsNamedByItsPlace(String part, String damage, String code, String says) {
        String damaged = FORM.replaceFirst(Pattern.quote(part), Matcher.quoteReplacement(damage));
        assertThat(damaged).isNotEqualTo(FORM);
        assertThatThrownBy(() -> SchemaSnapshotCodec.read("w/schemas/shop.json", bytes(damaged)))
                .isInstanceOfSatisfying(
                        TapException.class,
                        refused -> assertThat(refused.diagnostics())
                                .singleElement()
                                .satisfies(fault -> {
                                    assertThat(fault.code()).isEqualTo(code);
                                    assertThat(fault.message()).contains("`w/schemas/shop.json`", says);
                                }));
    }

    @Test
    void everyTruncationIsRefused() {
        byte[] whole = bytes(FORM.stripTrailing());
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> SchemaSnapshotCodec.read("f", cut))
                    .as("%d bytes", length)
                    .isInstanceOf(TapException.class)
                    .hasMessageContaining("schema.snapshot-unreadable");
        }
    }

    @Test
    void whatIsNotOneJsonObjectInUtf8IsRefused() {
        assertThatThrownBy(() -> SchemaSnapshotCodec.read("f", new byte[] {'"', (byte) 0xff, '"'}))
                .hasMessageContaining("not UTF-8");
        assertThatThrownBy(() -> SchemaSnapshotCodec.read("f", bytes(FORM + "{}")))
                .hasMessageContaining("it is not JSON at line 32");
        assertThatThrownBy(() -> SchemaSnapshotCodec.read("f", bytes("[]"))).hasMessageContaining("is not an object");
        assertThatThrownBy(() -> SchemaSnapshotCodec.read("f", bytes("[".repeat(100_000))))
                .hasMessageContaining("schema.snapshot-unreadable");
    }

    private static String text(SchemaSnapshot snapshot) {
        return new String(SchemaSnapshotCodec.write(snapshot), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
