package io.tapstate.job.script;

import static io.tapstate.job.script.Scripts.after;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.row.RowWriter;
import io.tapstate.job.nest.Rows;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMaxKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptValuesTest extends KeptEngine {
    private static final UUID TOKEN = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");

    /** Every value that a row can hold, near its limits, too. */
    static Stream<BsonValue> values() {
        return Stream.concat(exactly(), Stream.of(new BsonDouble(3), new BsonDouble(-0.0), new BsonInt32(5)));
    }

    /** Those that keep their type wherever they go. */
    static Stream<BsonValue> exactly() {
        return Stream.of(
                BsonNull.VALUE,
                BsonBoolean.TRUE,
                BsonBoolean.FALSE,
                new BsonInt64(0),
                new BsonInt64(-1),
                new BsonInt64(1L << 31),
                new BsonInt64(1L << 53),
                new BsonInt64((1L << 53) + 1),
                new BsonInt64(Long.MAX_VALUE),
                new BsonInt64(Long.MIN_VALUE),
                new BsonDouble(1.5),
                new BsonDouble(1e300),
                new BsonDouble(Double.NaN),
                new BsonDouble(Double.NEGATIVE_INFINITY),
                new BsonDouble(Double.MIN_VALUE),
                decimal("1.10"),
                decimal("0"),
                decimal("-0.00"),
                decimal("NaN"),
                decimal("Infinity"),
                decimal("1E+6000"),
                decimal("9999999999999999999999999999999999"),
                new BsonString(""),
                new BsonString("\u00e4\u4e2d\ud83d\ude00\0"),
                new BsonDateTime(0),
                new BsonDateTime(-62_135_596_800_001L),
                new BsonDateTime(Long.MAX_VALUE),
                new BsonBinary(new byte[] {0, 1, -1}),
                new BsonBinary(TOKEN),
                new BsonObjectId(new ObjectId("0123456789abcdef01234567")),
                new BsonTimestamp(7, 1),
                new BsonRegularExpression("a", "i"),
                new BsonMaxKey(),
                new BsonDocument("b", decimal("1.0")).append("a", new BsonArray(List.of(new BsonInt64(1)))),
                new BsonArray(),
                new BsonDocument());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return record;",
                "ctx.emit(record);",
                "return {...record};",
                "return {...record, after: {...record.after}, before: Object.assign({}, record.before)};",
                "const keep = record.after.v; record.after.v = 1; record.after.v = keep; return record;",
                "[record.before, record.after] = [record.after, record.before]; return record;",
                "for (const k of Object.keys(record.after)) record.after[k] = record.before[k]; return record;",
            })
    void whatIsNotTouchedKeepsItsBytes(String body) {
        try (RowScript script = Scripts.open(Scripts.process(body))) {
            assertThat(values()).allSatisfy(value -> {
                byte[] row = RowWriter.encode(row(value));
                RowChange change = Rows.change(ChangeKind.UPDATE, Rows.ORDERS, row, row);
                assertThat(script.run(change)).containsExactly(change);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return record;",
                "record.after.d = {...record.after.d}; return record;",
                "record.after.a = [...record.after.a]; return record;",
                "record.after.d.more = 1; delete record.after.d.more; record.after.a.push(record.after.a.pop());"
                        + " return record;",
                "const d = record.after.d; const a = record.after.a; const {id} = record.after;"
                        + " return {...record, after: {id, d, a}};",
            })
    void whatIsNotTouchedWithinADocumentOrAnArrayKeepsItsType(String body) {
        try (RowScript script = Scripts.open(Scripts.process(body))) {
            assertThat(values()).allSatisfy(value -> {
                BsonDocument row = new BsonDocument("id", new BsonInt64(1))
                        .append("d", new BsonDocument("v", value))
                        .append("a", new BsonArray(List.of(value, new BsonDocument("v", value))));
                assertThat(out(script, row)).isEqualTo(row);
            });
        }
    }

    @Test
    void whatIsMovedKeepsItsType() {
        String body = "const {id, v} = record.after; return {...record, after: {id, w: v, x: [v]}};";
        try (RowScript script = Scripts.open(Scripts.process(body))) {
            assertThat(exactly())
                    .allSatisfy(value -> assertThat(out(script, row(value)))
                            .isEqualTo(new BsonDocument("id", new BsonInt64(1))
                                    .append("w", value)
                                    .append("x", new BsonArray(List.of(value)))));
        }
    }

    @Test
    void aDocumentThatIsMovedKeepsTheTypesInIt() {
        try (RowScript script = Scripts.open(
                Scripts.process("record.after.w = record.after.v; delete record.after.v; return record;"))) {
            assertThat(values()).allSatisfy(value -> {
                BsonDocument inner = new BsonDocument("v", value);
                assertThat(out(script, row(inner)).get("w")).isEqualTo(inner);
            });
        }
    }

    @Test
    void aWholeDoubleThatIsMovedIsAWholeNumber() {
        assertThat(after("record.after.w = record.after.v; return record;", row(new BsonDouble(3))))
                .isEqualTo(row(new BsonDouble(3)).append("w", new BsonInt64(3)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "3|{$numberLong: '3'}",
                "-0|{$numberLong: '0'}",
                "1.5 + 1.5|{$numberLong: '3'}",
                "6 / 4|1.5",
                "2 ** 60|{$numberLong: '1152921504606846976'}",
                "2 ** 63|9.223372036854775808E18",
                "1e300|1e300",
                "0 / 0|{$numberDouble: 'NaN'}",
                "5n|{$numberLong: '5'}",
                "2n ** 63n - 1n|{$numberLong: '9223372036854775807'}",
                "2n ** 63n|{$numberDecimal: '9223372036854775808'}",
                "-(2n ** 63n)|{$numberLong: '-9223372036854775808'}",
                "10n ** 34n|{$numberDecimal: '10000000000000000000000000000000000'}",
                "'x' + 1|'x1'",
                "!0|true",
                "null|null",
                "[1, , undefined, 'a']|[{$numberLong: '1'}, null, null, 'a']",
                "({a: 1.5, b: undefined, c: {}})|{a: 1.5, c: {}}",
                "Object.create(null)|{}",
                "new Date(86400000)|{$date: {$numberLong: '86400000'}}",
                "'\\ud800x'|'\ufffdx'",
                "new Number(5)|{$numberLong: '5'}",
            })
    void whatAScriptWritesBecomes(String expression, String expected) {
        String body = "record.after.w = " + expression + "; return record;";
        BsonDocument row = new BsonDocument("id", new BsonInt64(1));
        assertThat(after(body, row).get("w"))
                .isEqualTo(BsonDocument.parse("{w: " + expected + "}").get("w"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "Number(r.price) * r.quantity|3.3",
                "r.price * 2|2.2",
                "r.price + 1|'1.101'",
                "'' + r.price|'1.10'",
                "`${r.price}`|'1.10'",
                "String(r.price)|'1.10'",
                "r.price > 1 && r.price < 1.2|true",
                "r.price == '1.10'|true",
                "typeof r.price|'object'",
                "JSON.stringify({p: r.price})|'{\"p\":\"1.10\"}'",
                "String(r.exp)|'1000'",
                "r.big.toString()|'9223372036854775807'",
                "typeof r.big|'bigint'",
                "typeof r.quantity|'number'",
                "r.quantity === 3|true",
                "r.rate === 4|true",
                "Number.isInteger(r.quantity)|true",
                "r.at.toISOString()|'2026-01-31T08:00:00.000Z'",
                "r.at.getHours()|{$numberLong: '8'}",
                "r.at instanceof Date|true",
                "r.at < new Date('2027-01-01')|true",
                "`${r.token}`|'123e4567-e89b-12d3-a456-426614174000'",
                "`${r.photo}`|'AAH/'",
                "r.none === null|true",
                "r.missing === undefined|true",
                "Array.isArray(r.list) && r.list.map(x => x * 2).join()|'2,4'",
                "r.list.length|{$numberLong: '2'}",
                "r.inner.a|{$numberLong: '1'}",
                "Object.keys(r).slice(0, 3).join()|'id,price,exp'",
                "'price' in r && r.hasOwnProperty('price')|true",
                "r instanceof Object|true",
                "r.name.length|{$numberLong: '3'}",
            })
    void aScriptSees(String expression, String expected) {
        BsonDocument row = new BsonDocument("id", new BsonInt64(1))
                .append("price", decimal("1.10"))
                .append("exp", decimal("1E+3"))
                .append("quantity", new BsonInt64(3))
                .append("rate", new BsonDouble(4))
                .append("big", new BsonInt64(Long.MAX_VALUE))
                .append(
                        "at",
                        new BsonDateTime(Instant.parse("2026-01-31T08:00:00Z").toEpochMilli()))
                .append("token", new BsonBinary(TOKEN))
                .append("photo", new BsonBinary(new byte[] {0, 1, -1}))
                .append("none", BsonNull.VALUE)
                .append("list", new BsonArray(List.of(new BsonInt64(1), new BsonInt64(2))))
                .append("inner", new BsonDocument("a", new BsonInt64(1)))
                .append("name", new BsonString("pen"));
        BsonValue seen = after("const r = record.after; r.w = " + expression + "; return record;", row)
                .get("w");
        BsonValue wanted = BsonDocument.parse("{w: " + expected + "}").get("w");
        if (wanted.isInt32()) {
            assertThat(seen).isEqualTo(new BsonInt64(wanted.asInt32().getValue()));
        } else if (wanted.isDouble()) {
            assertThat(seen.asDouble().getValue()).isCloseTo(wanted.asDouble().getValue(), within());
        } else {
            assertThat(seen).isEqualTo(wanted);
        }
    }

    @Test
    void aDateThatIsChangedIsTheNewDate() {
        assertThat(after("record.after.v.setUTCFullYear(1971); return record;", row(new BsonDateTime(0)))
                        .get("v"))
                .isEqualTo(new BsonDateTime(31_536_000_000L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"__proto__", "constructor", "toString", "length", "hasOwnProperty", "a.b", "$x", " ", "7"})
    void aColumnMayHaveAnyName(String name) {
        BsonDocument row = new BsonDocument("id", new BsonInt64(1)).append(name, new BsonDouble(3));
        // Names that look like an index come first in JavaScript.
        assertThat(Map.copyOf(after("return record;", row))).isEqualTo(Map.copyOf(row));
        assertThat(Map.copyOf(after("return {...record, after: {...record.after}};", row)))
                .isEqualTo(Map.copyOf(row));
    }

    @Test
    void whatIsInheritedIsNoColumn() {
        assertThat(after("Object.prototype.extra = 1; return record;", row(BsonNull.VALUE)))
                .isEqualTo(row(BsonNull.VALUE));
    }

    @Test
    void columnsStayInOrderAndNewOnesComeLast() {
        BsonDocument row = new BsonDocument("z", new BsonInt64(1)).append("id", new BsonInt64(2));
        assertThat(after("record.after.a = 1; record.after.z = 5; return record;", row)
                        .keySet())
                .containsExactly("z", "id", "a");
    }

    private static BsonDocument out(RowScript script, BsonDocument row) {
        RowChange change = Rows.change(ChangeKind.INSERT, Rows.ORDERS, null, RowWriter.encode(row));
        return RawRow.decode(script.run(change).get(0).after());
    }

    private static Offset<Double> within() {
        return Offset.offset(1e-9);
    }

    private static BsonDocument row(BsonValue value) {
        return new BsonDocument("id", new BsonInt64(1)).append("v", value);
    }

    private static BsonDecimal128 decimal(String digits) {
        return new BsonDecimal128(Decimal128.parse(digits));
    }
}
