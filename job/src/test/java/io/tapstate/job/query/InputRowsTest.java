package io.tapstate.job.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RowWriter;
import io.tapstate.planner.expression.JoinReading;
import io.tapstate.planner.expression.JoinReading.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.data.RowData;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InputRowsTest {
    private static final TableId TABLE = new TableId("appdb", "orders");

    @Test
    void aKeyedTableNeedsNoOldRows() {
        InputRows rows = rows(List.of("id"), ColumnType.INTEGER);
        assertThat(read(rows, change(ChangeKind.UPDATE, null, row(1, new BsonInt64(7)))))
                .extracting(RowData::getRowKind)
                .containsExactly(RowKind.UPDATE_AFTER);
        RowData gone = read(rows, change(ChangeKind.DELETE, new BsonDocument("id", new BsonInt64(1)), null))
                .get(0);
        assertThat(gone.getRowKind()).isEqualTo(RowKind.DELETE);
        assertThat(gone.getLong(0)).isEqualTo(1);
        assertThat(gone.isNullAt(1)).isTrue();
    }

    @Test
    void aChangedKeyEndsTheOldRow() {
        List<RowData> read = read(
                rows(List.of("id"), ColumnType.INTEGER),
                change(ChangeKind.UPDATE, new BsonDocument("id", new BsonInt64(1)), row(2, new BsonInt64(7))));
        assertThat(read).extracting(RowData::getRowKind).containsExactly(RowKind.DELETE, RowKind.UPDATE_AFTER);
        assertThat(read).extracting(row -> row.getLong(0)).containsExactly(1L, 2L);
    }

    @Test
    void rowsThatNothingIdentifiesNeedTheirOldRows() {
        InputRows rows = rows(List.of(), ColumnType.INTEGER);
        BsonDocument old = row(1, new BsonInt64(6));
        assertThat(read(rows, change(ChangeKind.UPDATE, old, row(1, new BsonInt64(7)))))
                .extracting(RowData::getRowKind)
                .containsExactly(RowKind.UPDATE_BEFORE, RowKind.UPDATE_AFTER);
        TapException fault = catchThrowableOfType(
                TapException.class,
                () -> read(rows, change(ChangeKind.DELETE, new BsonDocument("id", new BsonInt64(1)), null)));
        assertThat(fault.diagnostics().get(0).code()).isEqualTo("transform.query-old-row-missing");
    }

    @ParameterizedTest
    @CsvSource({
        "123456789012345678901, false",
        "-99999999999999999999, true",
        "0.000000000000000001, true",
        "0.0000000000000000001, false",
        "1.100000000000000000000, true",
        "-0.00, true",
        "NaN, false",
        "Infinity, false",
    })
    void aDecimalIsHeldExactlyOrNotAtAll(String digits, boolean held) {
        judge(ColumnType.DECIMAL, new BsonDecimal128(Decimal128.parse(digits)), held);
    }

    @ParameterizedTest
    @CsvSource({
        "08:00:00, true",
        "08:00:00.123000, true",
        "08:00:00.123456, false",
        "25:00:00, false",
        "-01:00:00, false"
    })
    void aTimeIsHeldExactlyOrNotAtAll(String time, boolean held) {
        judge(ColumnType.TIME, new BsonString(time), held);
    }

    @Test
    void aValueOfAnotherTypeIsNotHeld() {
        BsonValue text = new BsonString("text");
        for (ColumnType type : ColumnType.values()) {
            boolean held = switch (type) {
                case STRING, JSON, TIMESTAMP_MICROS, ARRAY, MAP, GEOMETRY, UNSUPPORTED -> true;
                default -> false;
            };
            judge(type, text, held);
        }
        judge(ColumnType.STRING, new BsonInt64(1), false);
        judge(ColumnType.DATE, new BsonDateTime(1), false);
        judge(ColumnType.BINARY, new BsonBinary((byte) 4, new byte[16]), false);
    }

    @Test
    void bytesComeBackAsTheyWere() {
        List<BsonValue> values = List.of(
                new BsonDecimal128(Decimal128.parse("1.10")),
                new BsonDecimal128(Decimal128.NaN),
                new BsonBinary((byte) 4, new byte[16]),
                new BsonString("25:00:00"),
                new BsonDocument("a", new BsonDouble(1)),
                BsonBoolean.TRUE);
        InputRows rows = new InputRows(
                "join_1",
                new JoinReading.Table(
                        "orders", List.of(new JoinReading.Column("v", Optional.empty(), Use.BYTES)), List.of()));
        for (BsonValue value : values) {
            RowData row = read(rows, change(ChangeKind.READ, null, new BsonDocument("v", value)))
                    .get(0);
            Row external = Row.of((Object) row.getRow(0, 1).getBinary(0));
            assertThat(SqlValues.bson(external, SqlColumn.BYTES.type().getLogicalType()))
                    .isEqualTo(value);
        }
    }

    private static void judge(ColumnType type, BsonValue value, boolean held) {
        InputRows rows = rows(List.of("id"), type);
        RowChange change = change(ChangeKind.READ, null, row(1, value));
        if (held) {
            assertThat(read(rows, change).get(0).isNullAt(1)).isFalse();
        } else {
            TapException fault = catchThrowableOfType(TapException.class, () -> read(rows, change));
            assertThat(fault.diagnostics().get(0).code()).isEqualTo("transform.query-value-not-held");
            assertThat(fault).hasMessageContaining("orders.v");
        }
        assertThat(read(rows, change(ChangeKind.READ, null, row(1, BsonNull.VALUE)))
                        .get(0)
                        .isNullAt(1))
                .isTrue();
    }

    private static InputRows rows(List<String> key, ColumnType type) {
        return new InputRows(
                "join_1",
                new JoinReading.Table(
                        "orders",
                        List.of(
                                new JoinReading.Column("id", Optional.of(ColumnType.INTEGER), Use.VALUE),
                                new JoinReading.Column("v", Optional.of(type), Use.VALUE)),
                        key));
    }

    private static List<RowData> read(InputRows rows, RowChange change) {
        List<RowData> read = new ArrayList<>();
        rows.read(change, read::add);
        return read;
    }

    private static BsonDocument row(long id, BsonValue value) {
        return new BsonDocument("id", new BsonInt64(id)).append("v", value);
    }

    private static RowChange change(ChangeKind kind, BsonDocument before, BsonDocument after) {
        return new RowChange(
                kind,
                TABLE,
                new RowKey(new byte[] {1}),
                before == null ? null : RowWriter.encode(before),
                after == null ? null : RowWriter.encode(after),
                7,
                "");
    }
}
