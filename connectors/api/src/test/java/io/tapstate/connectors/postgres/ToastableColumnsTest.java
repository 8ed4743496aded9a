package io.tapstate.connectors.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.api.UnsentColumns;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToastableColumnsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "text; STRING",
                "character varying; STRING",
                "character varying(64); STRING",
                "character(6); STRING",
                "bytea; BINARY",
                "json; JSON",
                "citext; STRING"
            })
    void plainTextAndBytesAreLeftOutWhereTheyAreLarge(String nativeType, ColumnType type) {
        assertThat(of(nativeType, type)).isEqualTo(new UnsentColumns(List.of(), List.of("c")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "jsonb; JSON",
                "numeric; DECIMAL",
                "numeric(21,2); DECIMAL",
                "integer[]; ARRAY",
                "character varying(3)[]; ARRAY",
                "hstore; MAP",
                "polygon; STRING",
                "tsvector; STRING",
                "shop.mood; STRING",
                "timeline; STRING",
                "bit varying; STRING"
            })
    void whatIsSmallerAsTextThanInTheRowMayBeLeftOutHoweverSmall(String nativeType, ColumnType type) {
        assertThat(of(nativeType, type)).isEqualTo(new UnsentColumns(List.of("c"), List.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "bigint; INTEGER",
                "numeric(10,2); DECIMAL",
                "character varying(5); STRING",
                "character(1); STRING",
                "timestamp with time zone; TIMESTAMP_MICROS",
                "uuid; UUID",
                "interval; STRING",
                "interval(3); STRING",
                "interval day to second(3); STRING",
                "time with time zone; STRING",
                "time(3) with time zone; STRING",
                "inet; STRING",
                "bit(10); STRING"
            })
    void whatHasNoRoomOutsideOfTheRowIsAlwaysSent(String nativeType, ColumnType type) {
        assertThat(of(nativeType, type)).isEqualTo(UnsentColumns.NONE);
    }

    @Test
    void columnsKeepTheirOrderAndThePrimaryKeyIsAlwaysSent() {
        TableSchema table = table(
                new ColumnSchema("b", "text", ColumnType.STRING, true),
                new ColumnSchema("id", "text", ColumnType.STRING, false),
                new ColumnSchema("a", "text", ColumnType.STRING, true));

        assertThat(ToastableColumns.of(table).large()).containsExactly("b", "a");
    }

    private static UnsentColumns of(String nativeType, ColumnType type) {
        return ToastableColumns.of(table(new ColumnSchema("c", nativeType, type, true)));
    }

    private static TableSchema table(ColumnSchema... columns) {
        return new TableSchema(
                new TableId("public", "t"),
                List.of(columns),
                List.of("id"),
                List.of(),
                BeforeImage.KEY,
                OptionalLong.empty());
    }
}
