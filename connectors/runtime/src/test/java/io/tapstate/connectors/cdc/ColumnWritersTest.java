package io.tapstate.connectors.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.debezium.data.VariableScaleDecimal;
import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.row.RawRow;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Decimal;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Schema;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Struct;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnWritersTest {
    @Test
    void integersOfEveryWidthBecomeInt64() {
        assertThat(written(Schema.INT8_SCHEMA, (byte) -3)).isEqualTo(new BsonInt64(-3));
        assertThat(written(Schema.INT16_SCHEMA, (short) 7)).isEqualTo(new BsonInt64(7));
        assertThat(written(Schema.INT32_SCHEMA, Integer.MIN_VALUE)).isEqualTo(new BsonInt64(Integer.MIN_VALUE));
        assertThat(written(Schema.INT64_SCHEMA, Long.MAX_VALUE)).isEqualTo(new BsonInt64(Long.MAX_VALUE));
        assertThat(written(named(SchemaBuilder.int32(), "io.debezium.time.Year"), 2024))
                .isEqualTo(new BsonInt64(2024));
    }

    @Test
    void tinyIntOneIsATruthValueAndNothingElse() {
        Schema schema = SchemaBuilder.int16()
                .parameter("__debezium.source.column.type", "TINYINT")
                .parameter("__debezium.source.column.length", "1")
                .build();

        assertThat(written(schema, (short) 0)).isEqualTo(BsonBoolean.FALSE);
        assertThat(written(schema, (short) 1)).isEqualTo(BsonBoolean.TRUE);
        assertRefused(schema, (short) 2);
    }

    @Test
    void decimalsKeepEveryDigit() {
        assertThat(written(Decimal.schema(2), new BigDecimal("10.00")))
                .isEqualTo(new BsonDecimal128(Decimal128.parse("10.00")));
        Schema variable = VariableScaleDecimal.schema();
        Struct value = new Struct(variable).put("scale", 3).put("value", new BigInteger("-12345").toByteArray());
        assertThat(written(variable, value)).isEqualTo(new BsonDecimal128(Decimal128.parse("-12.345")));
        assertRefused(Decimal.schema(0), new BigDecimal("1".repeat(35)));
    }

    @Test
    void textBytesAndNumbersAreWhatTheyAre() {
        assertThat(written(Schema.STRING_SCHEMA, "größe \u0000 ok")).isEqualTo(new BsonString("größe \u0000 ok"));
        assertThat(written(Schema.BYTES_SCHEMA, ByteBuffer.wrap(new byte[] {1, 0, -1})))
                .isEqualTo(new BsonBinary(new byte[] {1, 0, -1}));
        assertThat(written(Schema.BOOLEAN_SCHEMA, true)).isEqualTo(BsonBoolean.TRUE);
        assertThat(written(Schema.FLOAT64_SCHEMA, 0.1)).isEqualTo(new BsonDouble(0.1));
        assertThat(written(Schema.FLOAT32_SCHEMA, 0.5f)).isEqualTo(new BsonDouble(0.5));
        assertThat(written(named(SchemaBuilder.string(), "io.debezium.data.Json"), "{\"a\": 1}"))
                .isEqualTo(new BsonString("{\"a\": 1}"));
    }

    @Test
    void uuidsAreBinarySubtypeFour() {
        BsonValue uuid =
                written(named(SchemaBuilder.string(), "io.debezium.data.Uuid"), "00112233-4455-6677-8899-aabbccddeeff");

        assertThat(uuid.asBinary().getType()).isEqualTo((byte) 4);
        assertThat(uuid.asBinary().getData()).startsWith(0x00, 0x11, 0x22).endsWith((byte) 0xee, (byte) 0xff);
    }

    @Test
    void datesAndInstantsAreBsonDates() {
        assertThat(written(named(SchemaBuilder.int32(), "io.debezium.time.Date"), -1))
                .isEqualTo(new BsonDateTime(-86_400_000));
        assertThat(written(
                        named(SchemaBuilder.string(), "io.debezium.time.ZonedTimestamp"),
                        "2024-02-29T12:00:00.123456+02:00"))
                .isEqualTo(new BsonDateTime(1_709_200_800_123L));
        assertRefused(named(SchemaBuilder.int32(), "io.debezium.time.Date"), Integer.MAX_VALUE);
        assertRefused(named(SchemaBuilder.string(), "io.debezium.time.ZonedTimestamp"), "infinity");
    }

    @ParameterizedTest
    @CsvSource({
        "0,1970-01-01T00:00:00",
        "1,1970-01-01T00:00:00.000001",
        "-1,1969-12-31T23:59:59.999999",
        "1709208000120000,2024-02-29T12:00:00.120000",
    })
    void wallClockTimesAreText(long micros, String text) {
        assertThat(written(named(SchemaBuilder.int64(), "io.debezium.time.MicroTimestamp"), micros))
                .isEqualTo(new BsonString(text));
    }

    @Test
    void coarserWallClockTimesReadTheSame() {
        assertThat(written(named(SchemaBuilder.int64(), "io.debezium.time.Timestamp"), 1_709_208_000_120L))
                .isEqualTo(new BsonString("2024-02-29T12:00:00.120000"));
        assertRefused(named(SchemaBuilder.int64(), "io.debezium.time.MicroTimestamp"), Long.MAX_VALUE);
        assertRefused(named(SchemaBuilder.int64(), "io.debezium.time.Timestamp"), Long.MAX_VALUE);
    }

    @ParameterizedTest
    @CsvSource({
        "0,00:00:00",
        "45296000001,12:34:56.000001",
        "-3600000000,-01:00:00",
        "3020399000000,838:59:59",
    })
    void timesAreText(long micros, String text) {
        assertThat(written(named(SchemaBuilder.int64(), "io.debezium.time.MicroTime"), micros))
                .isEqualTo(new BsonString(text));
    }

    @Test
    void whatHasNoExactFormIsRefusedByColumnAndNeverByValue() {
        Schema schema = named(SchemaBuilder.bytes(), "io.debezium.data.Bits");

        assertThatThrownBy(() -> written(schema, ByteBuffer.wrap("secret".getBytes(StandardCharsets.UTF_8))))
                .isInstanceOf(TapException.class)
                .hasMessageContaining("capture.value-not-representable")
                .hasMessageContaining("appdb.orders.value")
                .hasMessageContaining("Bits")
                .hasMessageNotContaining("secret");
    }

    @Test
    void aRowAfterARefusedOneIsWhole() {
        RowEncoder encoder = new RowEncoder(
                Records.TABLE,
                SchemaBuilder.struct().field("value", Decimal.schema(0)).build(),
                Records.ORIGIN);
        Schema schema = SchemaBuilder.struct().field("value", Decimal.schema(0)).build();
        Struct refused = new Struct(schema).put("value", new BigDecimal("1".repeat(40)));
        Struct fine = new Struct(schema).put("value", BigDecimal.ONE);

        assertThatThrownBy(() -> encoder.encode(refused, null, false)).isInstanceOf(TapException.class);
        assertThat(RawRow.decode(encoder.encode(fine, null, false))).hasSize(1);
    }

    private static void assertRefused(Schema schema, Object value) {
        assertThatThrownBy(() -> written(schema, value))
                .isInstanceOf(TapException.class)
                .hasMessageContaining("capture.value-not-representable");
    }

    private static Schema named(SchemaBuilder builder, String name) {
        return builder.name(name).build();
    }

    private static BsonValue written(Schema schema, Object value) {
        Records records = new Records(
                SchemaBuilder.struct().field("id", Schema.INT32_SCHEMA).field("value", schema));
        byte[] row = Records.decode(
                        Records.decoder(BeforeImage.FULL, "id"),
                        records.record("c", null, records.row("id", 1, "value", value)))
                .get(0)
                .after();
        return RawRow.value(row, "value");
    }
}
