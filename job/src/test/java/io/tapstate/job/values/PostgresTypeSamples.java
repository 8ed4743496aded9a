package io.tapstate.job.values;

import static io.tapstate.job.values.TypeSample.binary;
import static io.tapstate.job.values.TypeSample.date;
import static io.tapstate.job.values.TypeSample.decimal;
import static io.tapstate.job.values.TypeSample.float64;
import static io.tapstate.job.values.TypeSample.instant;
import static io.tapstate.job.values.TypeSample.int64;
import static io.tapstate.job.values.TypeSample.text;
import static io.tapstate.job.values.TypeSample.uuid;

import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** PostgreSQL 17, with its extensions citext and hstore. */
final class PostgresTypeSamples implements TypeSamples {
    private static final String FORTY_DIGITS = "1234567890123456789012345678901234567890";

    @Override
    public String connector() {
        return "postgres";
    }

    @Override
    public TestDatabase fresh() {
        return TestDatabases.freshPostgres("samples");
    }

    @Override
    public Connection writer(TestDatabase database) throws SQLException {
        Connection connection = database.connect();
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres';"
                    + " SET lc_monetary = 'C'; SET search_path = public");
        }
        return connection;
    }

    @Override
    public List<String> preparation() {
        return List.of(
                "CREATE EXTENSION citext",
                "CREATE EXTENSION hstore",
                "CREATE TYPE mood AS ENUM ('sad', 'so so', 'glad, \"very\"')",
                "CREATE TYPE place AS (street text, number int, since timestamptz, paid money)",
                "CREATE DOMAIN amount AS numeric(10,2) CHECK (VALUE >= 0)",
                "CREATE DOMAIN price AS amount",
                "CREATE DOMAIN moment AS timestamptz(3)",
                "CREATE DOMAIN tags AS text[]",
                "CREATE TYPE floats AS RANGE (subtype = float8)");
    }

    @Override
    public List<String> disturbance(TestDatabase database, String zone) {
        String alter = "ALTER DATABASE " + database.name() + " SET ";
        return List.of(
                alter + "TimeZone = '" + zone + "'",
                alter + "DateStyle = 'German, DMY'",
                alter + "IntervalStyle = 'sql_standard'",
                alter + "bytea_output = 'escape'",
                alter + "extra_float_digits = -10",
                alter + "quote_all_identifiers = on",
                alter + "search_path = public",
                alter + "client_encoding = 'LATIN1'",
                alter + "lc_monetary = 'C.UTF-8'");
    }

    @Override
    public List<String> recovery() {
        return List.of();
    }

    @Override
    public List<TypeSample> samples() {
        List<TypeSample> samples = new ArrayList<>();
        List.of(
                        numbers(),
                        exactNumbers(),
                        texts(),
                        bytes(),
                        dates(),
                        instants(),
                        documents(),
                        arrays(),
                        others(),
                        refused())
                .forEach(samples::addAll);
        return samples;
    }

    private static Collection<TypeSample> numbers() {
        return List.of(
                TypeSample.of("Numbers", "smallint", ColumnType.INTEGER)
                        .value("-32768", int64(-32768))
                        .value("32767", int64(32767))
                        .asKey(),
                TypeSample.of("Numbers", "integer", ColumnType.INTEGER)
                        .value("-2147483648", int64(Integer.MIN_VALUE))
                        .value("2147483647", int64(Integer.MAX_VALUE)),
                TypeSample.of("Numbers", "bigint", ColumnType.INTEGER)
                        .value("-9223372036854775808", int64(Long.MIN_VALUE))
                        .value("9223372036854775807", int64(Long.MAX_VALUE))
                        .asKey(),
                TypeSample.of("Numbers", "bigint DEFAULT 7", ColumnType.INTEGER)
                        .value("1", int64(1))
                        .note("a null is a null, whatever the default"),
                TypeSample.of("Numbers", "oid", ColumnType.INTEGER).value("4294967295", int64(4294967295L)),
                TypeSample.of("Numbers", "xid", ColumnType.INTEGER).value("'4294967295'", int64(4294967295L)),
                TypeSample.of("Numbers", "xid8", ColumnType.DECIMAL)
                        .value("'18446744073709551615'", decimal("18446744073709551615")),
                TypeSample.of("Numbers", "real", ColumnType.DOUBLE)
                        .value("0.1", float64("0.10000000149011612"))
                        .value("'-0'", float64("-0.0"))
                        .value("'NaN'", float64("NaN"))
                        .value("'-Infinity'", float64("-Infinity"))
                        .value("3.4028235e38", float64("3.4028234663852886E38"))
                        .note("widened from the 32 bits it has"),
                TypeSample.of("Numbers", "double precision", ColumnType.DOUBLE)
                        .value("0.1", float64("0.1"))
                        .value("'-0'", float64("-0.0"))
                        .value("'NaN'", float64("NaN"))
                        .value("'Infinity'", float64("Infinity"))
                        .value("1.7976931348623157e308", float64("1.7976931348623157E308"))
                        .value("5e-324", float64("4.9E-324")),
                TypeSample.of("Numbers", "boolean", ColumnType.BOOLEAN)
                        .value("true", "true")
                        .value("false", "false"));
    }

    private static Collection<TypeSample> exactNumbers() {
        return List.of(
                TypeSample.of("Exact numbers", "numeric(20,4)", ColumnType.DECIMAL)
                        .value("12345678.9", decimal("12345678.9000"))
                        .value("-0.0001", decimal("-0.0001"))
                        .value("'NaN'", decimal("NaN"))
                        .value("0", decimal("0.0000")),
                TypeSample.of("Exact numbers", "numeric(18,4)", ColumnType.DECIMAL)
                        .value("12345678.9", decimal("12345678.9000"))
                        .value("-1", decimal("-1.0000"))
                        .asKey(),
                TypeSample.of("Exact numbers", "numeric(5,-2)", ColumnType.DECIMAL)
                        .value("1234567", decimal("1234600")),
                TypeSample.of("Exact numbers", "numeric", ColumnType.DECIMAL)
                        .value("1.10", decimal("1.10"))
                        .value("'Infinity'", decimal("Infinity"))
                        .value("'-Infinity'", decimal("-Infinity"))
                        .value("'NaN'", decimal("NaN"))
                        .value(FORTY_DIGITS + ".5", text(FORTY_DIGITS + ".5"))
                        .value("-0." + "0".repeat(300) + "1", decimal("-1E-301"))
                        .value("1." + "0".repeat(60), decimal("1." + "0".repeat(33)))
                        .value("repeat('9', 1000)::numeric", text("9".repeat(1000)))
                        .note("a number of more than 34 digits is text"),
                TypeSample.of("Exact numbers", "numeric(60,2)", ColumnType.DECIMAL)
                        .value("1.10", decimal("1.10"))
                        .value(FORTY_DIGITS, text(FORTY_DIGITS + ".00")),
                TypeSample.of("Exact numbers", "money", ColumnType.DECIMAL)
                        .value("'1234567.89'", decimal("1234567.89"))
                        .value("'-0.05'", decimal("-0.05"))
                        .note("read with two digits after the point, as the locale C has it"),
                TypeSample.of("Exact numbers", "price", ColumnType.DECIMAL)
                        .value("9.9", decimal("9.90"))
                        .note("a domain is what it is made over, however deep"));
    }

    private static Collection<TypeSample> texts() {
        return List.of(
                TypeSample.of("Text", "text", ColumnType.STRING)
                        .value("'größe 😀 \\ \"quoted\" ''it'''", text("größe 😀 \\ \"quoted\" 'it'"))
                        .value("''", text(""))
                        .value("E'\\t\\n\\x01'", text("\t\n\u0001"))
                        .asKey(),
                TypeSample.of("Text", "varchar(20)", ColumnType.STRING)
                        .value("'ends blank  '", text("ends blank  "))
                        .asKey(),
                TypeSample.of("Text", "char(5)", ColumnType.STRING)
                        .value("'ab'", text("ab   "))
                        .value("''", text("     ")),
                TypeSample.of("Text", "name", ColumnType.STRING).value("'n'", text("n")),
                TypeSample.of("Text", "\"char\"", ColumnType.STRING).value("'x'", text("x")),
                TypeSample.of("Text", "citext", ColumnType.STRING)
                        .value("'MiXed'", text("MiXed"))
                        .note("of the extension citext"),
                TypeSample.of("Text", "mood", ColumnType.STRING)
                        .value("'sad'", text("sad"))
                        .value("'glad, \"very\"'", text("glad, \"very\""))
                        .note("an enum"));
    }

    private static Collection<TypeSample> bytes() {
        return List.of(
                TypeSample.of("Bytes and bits", "bytea", ColumnType.BINARY)
                        .value("'\\x00ff5c2700'", binary("00ff5c2700"))
                        .value("''", binary("")),
                TypeSample.of("Bytes and bits", "uuid", ColumnType.UUID)
                        .value("'00112233-4455-6677-8899-aabbccddeeff'", uuid("00112233-4455-6677-8899-aabbccddeeff"))
                        .value("'ffffffff-ffff-ffff-ffff-ffffffffffff'", uuid("ffffffff-ffff-ffff-ffff-ffffffffffff"))
                        .asKey(),
                TypeSample.of("Bytes and bits", "bit(1)", ColumnType.BOOLEAN)
                        .value("B'1'", "true")
                        .value("B'0'", "false"),
                TypeSample.of("Bytes and bits", "bit(10)", ColumnType.STRING)
                        .value("B'0000000101'", text("0000000101")),
                TypeSample.of("Bytes and bits", "bit varying(10)", ColumnType.STRING)
                        .value("B'01'", text("01"))
                        .value("B'1'", text("1"))
                        .value("B''", text("")));
    }

    private static Collection<TypeSample> dates() {
        return List.of(
                TypeSample.of("Dates and times", "date", ColumnType.DATE)
                        .value("'2024-02-29'", date("2024-02-29"))
                        .value("'0044-03-15 BC'", date("-0043-03-15"))
                        .value("'5874897-12-31'", date("+5874897-12-31"))
                        .value("'infinity'", text("infinity"))
                        .value("'-infinity'", text("-infinity")),
                TypeSample.of("Dates and times", "time", ColumnType.TIME)
                        .value("'12:34:56.000001'", text("12:34:56.000001"))
                        .value("'12:34:56.5'", text("12:34:56.500000"))
                        .value("'00:00'", text("00:00:00"))
                        .value("'24:00:00'", text("24:00:00"))
                        .asKey(),
                TypeSample.of("Dates and times", "time(3)", ColumnType.TIME)
                        .value("'12:34:56.789'", text("12:34:56.789000")),
                TypeSample.of("Dates and times", "timetz", ColumnType.STRING)
                        .value("'12:34:56.5+02'", text("12:34:56.5+02"))
                        .value("'23:00-05:30'", text("23:00:00-05:30")),
                TypeSample.of("Dates and times", "timestamp", ColumnType.DATETIME)
                        .value("'2024-02-29 12:00:00.000001'", text("2024-02-29T12:00:00.000001"))
                        .value("'2024-02-29 12:00'", text("2024-02-29T12:00:00"))
                        .value("'2024-03-31 02:30'", text("2024-03-31T02:30:00"))
                        .value("'0044-03-15 12:00 BC'", text("-0043-03-15T12:00:00"))
                        .value("'0001-03-15 12:00 BC'", text("0000-03-15T12:00:00"))
                        .value("'294276-12-31 23:59:59.999999'", text("+294276-12-31T23:59:59.999999"))
                        .value("'infinity'", text("infinity"))
                        .value("'-infinity'", text("-infinity")),
                TypeSample.of("Dates and times", "timestamp(0)", ColumnType.DATETIME)
                        .value("'2024-02-29 12:00:01'", text("2024-02-29T12:00:01"))
                        .asKey(),
                TypeSample.of("Dates and times", "interval", ColumnType.STRING)
                        .value("'1 year 2 months 3 days 04:05:06.7'", text("P1Y2M3DT4H5M6.7S"))
                        .value("'-1 year +3 days -04:05:06.000001'", text("P-1Y3DT-4H-5M-6.000001S"))
                        .value("'0'", text("PT0S"))
                        .note("ISO 8601"));
    }

    private static Collection<TypeSample> instants() {
        return List.of(
                TypeSample.of("Instants", "timestamptz", ColumnType.TIMESTAMP_MICROS)
                        .value("'2024-07-01 12:00:00.123456+02'", text("2024-07-01T10:00:00.123456Z"))
                        .value("'2024-07-01 12:00+05:30'", text("2024-07-01T06:30:00.000000Z"))
                        .value("'1883-01-01 00:00+00'", text("1883-01-01T00:00:00.000000Z"))
                        .value("'0044-03-15 12:00+00 BC'", text("-0043-03-15T12:00:00.000000Z"))
                        .value("'12345-01-01 00:00+00'", text("+12345-01-01T00:00:00.000000Z"))
                        .value("'infinity'", text("infinity"))
                        .value("'-infinity'", text("-infinity")),
                TypeSample.of("Instants", "timestamptz(6)", ColumnType.TIMESTAMP_MICROS)
                        .value("'2024-07-01 12:00:00.123456+02'", text("2024-07-01T10:00:00.123456Z"))
                        .value("'2024-07-01 12:00+05:30'", text("2024-07-01T06:30:00.000000Z"))
                        .asKey(),
                TypeSample.of("Instants", "timestamptz(3)", ColumnType.TIMESTAMP)
                        .value("'2024-07-01 12:00:00.123+02'", instant("2024-07-01T10:00:00.123Z"))
                        .value("'0044-03-15 12:00+00 BC'", instant("-0043-03-15T12:00:00Z"))
                        .value("'infinity'", text("infinity")),
                TypeSample.of("Instants", "timestamptz(0)", ColumnType.TIMESTAMP)
                        .value("'2024-07-01 12:00:00.123+02'", instant("2024-07-01T10:00:00Z"))
                        .asKey(),
                TypeSample.of("Instants", "moment", ColumnType.TIMESTAMP)
                        .value("'2024-07-01 12:00:00.1239+02'", instant("2024-07-01T10:00:00.124Z"))
                        .note("a domain over timestamptz(3)"));
    }

    private static Collection<TypeSample> documents() {
        return List.of(
                TypeSample.of("Documents", "json", ColumnType.JSON)
                        .value(
                                "'{\"a\":  1, \"a\": 12345678901234567890.10, \"b\": null}'",
                                text("{\"a\":  1, \"a\": 12345678901234567890.10, \"b\": null}"))
                        .value("'null'", text("null"))
                        .note("as it was written"),
                TypeSample.of("Documents", "jsonb", ColumnType.JSON)
                        .value(
                                "'{\"b\":  null, \"a\": 12345678901234567890.10}'",
                                text("{\"a\": 12345678901234567890.10, \"b\": null}"))
                        .value("'null'", text("null")),
                TypeSample.of("Documents", "jsonpath", ColumnType.STRING).value("'$.a[*]'", text("$.\"a\"[*]")),
                TypeSample.of("Documents", "xml", ColumnType.STRING)
                        .value("'<a b=\"1\">ö</a>'", text("<a b=\"1\">ö</a>")),
                TypeSample.of("Documents", "hstore", ColumnType.MAP)
                        .value(
                                "'\"b\"=>\"1\", \"a, \\\"x\\\"\"=>NULL, \"\"=>\"=>\"'",
                                "{\"\": \"=>\", \"a, \\\"x\\\"\": null, \"b\": \"1\"}")
                        .value("''", "{}")
                        .note("of the extension hstore; keys in byte order"),
                TypeSample.of("Documents", "place", ColumnType.STRING)
                        .value(
                                "ROW('a, b', 5, '2024-07-01 12:00+02', '1.50')",
                                text("(\"a, b\",5,\"2024-07-01 10:00:00+00\",$1.50)"))
                        .value("ROW(NULL, NULL, NULL, NULL)", text("(,,,)"))
                        .note("a composite type, as the server prints it"));
    }

    private static Collection<TypeSample> arrays() {
        return List.of(
                TypeSample.of("Arrays", "integer[]", ColumnType.ARRAY)
                        .value("'{1,NULL,3}'", "[" + int64(1) + ", null, " + int64(3) + "]")
                        .value("'{}'", "[]")
                        .value(
                                "'{{1,2},{3,4}}'",
                                "[[" + int64(1) + ", " + int64(2) + "], [" + int64(3) + ", " + int64(4) + "]]")
                        .value("'[0:1]={1,2}'", text("[0:1]={1,2}"))
                        .note("an array whose indexes do not begin at 1 is text"),
                TypeSample.of("Arrays", "text[]", ColumnType.ARRAY)
                        .value(
                                "ARRAY['a,b', 'NULL', '', NULL, '{\"x\\y\"}', ' ']",
                                "[\"a,b\", \"NULL\", \"\", null, \"{\\\"x\\\\y\\\"}\", \" \"]"),
                TypeSample.of("Arrays", "numeric(10,2)[]", ColumnType.ARRAY)
                        .value("'{1.5,NaN}'", "[" + decimal("1.50") + ", " + decimal("NaN") + "]"),
                TypeSample.of("Arrays", "real[]", ColumnType.ARRAY)
                        .value("'{0.1}'", "[" + float64("0.10000000149011612") + "]"),
                TypeSample.of("Arrays", "boolean[]", ColumnType.ARRAY).value("'{t,f,NULL}'", "[true, false, null]"),
                TypeSample.of("Arrays", "bytea[]", ColumnType.ARRAY)
                        .value("ARRAY['\\x00'::bytea]", "[" + binary("00") + "]"),
                TypeSample.of("Arrays", "uuid[]", ColumnType.ARRAY)
                        .value(
                                "'{00112233-4455-6677-8899-aabbccddeeff}'",
                                "[" + uuid("00112233-4455-6677-8899-aabbccddeeff") + "]"),
                TypeSample.of("Arrays", "date[]", ColumnType.ARRAY)
                        .value(
                                "'{2024-02-29,infinity,0044-03-15 BC}'",
                                "[" + date("2024-02-29") + ", \"infinity\", " + date("-0043-03-15") + "]"),
                TypeSample.of("Arrays", "time[]", ColumnType.ARRAY).value("'{12:00:00.5}'", "[\"12:00:00.500000\"]"),
                TypeSample.of("Arrays", "timestamp[]", ColumnType.ARRAY)
                        .value("'{2024-02-29 12:00:00}'", "[\"2024-02-29T12:00:00\"]"),
                TypeSample.of("Arrays", "timestamptz[]", ColumnType.ARRAY)
                        .value("'{2024-02-29 12:00:00+02}'", "[\"2024-02-29T10:00:00.000000Z\"]"),
                TypeSample.of("Arrays", "timestamptz(3)[]", ColumnType.ARRAY)
                        .value("'{2024-02-29 12:00:00+02}'", "[" + instant("2024-02-29T10:00:00Z") + "]"),
                TypeSample.of("Arrays", "jsonb[]", ColumnType.ARRAY)
                        .value("ARRAY['{\"a\": [1]}'::jsonb]", "[\"{\\\"a\\\": [1]}\"]"),
                TypeSample.of("Arrays", "mood[]", ColumnType.ARRAY)
                        .value("ARRAY['sad', 'glad, \"very\"']::mood[]", "[\"sad\", \"glad, \\\"very\\\"\"]"),
                TypeSample.of("Arrays", "price[]", ColumnType.ARRAY)
                        .value("'{1,2.5}'", "[" + decimal("1.00") + ", " + decimal("2.50") + "]"),
                TypeSample.of("Arrays", "tags", ColumnType.ARRAY)
                        .value("'{a,b}'", "[\"a\", \"b\"]")
                        .note("a domain over text[]"),
                TypeSample.of("Arrays", "tags[]", ColumnType.ARRAY)
                        .value("E'{\"{a,\\\\\"b c\\\\\"}\",NULL}'", "[[\"a\", \"b c\"], null]"),
                TypeSample.of("Arrays", "place[]", ColumnType.ARRAY)
                        .value("ARRAY[ROW('a', 5, NULL, NULL)::place]", "[\"(a,5,,)\"]"),
                TypeSample.of("Arrays", "box[]", ColumnType.ARRAY)
                        .value("'{(1,1),(0,0);(2,2),(0,0)}'", "[\"(1,1),(0,0)\", \"(2,2),(0,0)\"]"),
                TypeSample.of("Arrays", "int4range[]", ColumnType.ARRAY).value("'{\"[1,5)\"}'", "[\"[1,5)\"]"),
                TypeSample.of("Arrays", "hstore[]", ColumnType.ARRAY)
                        .value("ARRAY['a=>1'::hstore]", "[{\"a\": \"1\"}]"));
    }

    private static Collection<TypeSample> others() {
        return List.of(
                TypeSample.of("Ranges", "int4range", ColumnType.STRING)
                        .value("'(1,5]'", text("[2,6)"))
                        .value("'empty'", text("empty")),
                TypeSample.of("Ranges", "numrange", ColumnType.STRING).value("'[1.50,)'", text("[1.50,)")),
                TypeSample.of("Ranges", "tstzrange", ColumnType.STRING)
                        .value("'[2024-07-01 12:00+02,infinity)'", text("[\"2024-07-01 10:00:00+00\",infinity)")),
                TypeSample.of("Ranges", "daterange", ColumnType.STRING)
                        .value("'[2024-01-01,2024-01-31]'", text("[2024-01-01,2024-02-01)")),
                TypeSample.of("Ranges", "floats", ColumnType.STRING)
                        .value("'[0.1,0.30000000000000004]'", text("[0.1,0.30000000000000004]")),
                TypeSample.of("Ranges", "int4multirange", ColumnType.STRING)
                        .value("'{[1,2],[5,7)}'", text("{[1,3),[5,7)}")),
                TypeSample.of("Network", "inet", ColumnType.STRING)
                        .value("'192.168.0.1/24'", text("192.168.0.1/24"))
                        .value("'::1'", text("::1")),
                TypeSample.of("Network", "cidr", ColumnType.STRING).value("'10.0.0.0/8'", text("10.0.0.0/8")),
                TypeSample.of("Network", "macaddr", ColumnType.STRING)
                        .value("'08:00:2B:01:02:03'", text("08:00:2b:01:02:03")),
                TypeSample.of("Network", "macaddr8", ColumnType.STRING)
                        .value("'08:00:2b:01:02:03:04:05'", text("08:00:2b:01:02:03:04:05")),
                TypeSample.of("Geometry", "point", ColumnType.STRING).value("'(0.1,-2)'", text("(0.1,-2)")),
                TypeSample.of("Geometry", "line", ColumnType.STRING).value("'{1,2,3}'", text("{1,2,3}")),
                TypeSample.of("Geometry", "lseg", ColumnType.STRING).value("'[(0,0),(1,1)]'", text("[(0,0),(1,1)]")),
                TypeSample.of("Geometry", "box", ColumnType.STRING).value("'(0,0),(1,1)'", text("(1,1),(0,0)")),
                TypeSample.of("Geometry", "path", ColumnType.STRING).value("'[(0,0),(1,1)]'", text("[(0,0),(1,1)]")),
                TypeSample.of("Geometry", "polygon", ColumnType.STRING)
                        .value("'((0,0),(1,1),(1,0))'", text("((0,0),(1,1),(1,0))")),
                TypeSample.of("Geometry", "circle", ColumnType.STRING).value("'<(0,0),1.5>'", text("<(0,0),1.5>")),
                TypeSample.of("Search", "tsvector", ColumnType.STRING).value("'a:1B fat:2'", text("'a':1B 'fat':2")),
                TypeSample.of("Search", "tsquery", ColumnType.STRING)
                        .value("'fat & (a | b)'", text("'fat' & ( 'a' | 'b' )")),
                TypeSample.of("Server", "pg_lsn", ColumnType.STRING).value("'16/B374D848'", text("16/B374D848")),
                TypeSample.of("Server", "txid_snapshot", ColumnType.STRING).value("'10:20:10,14'", text("10:20:10,14")),
                TypeSample.of("Server", "pg_snapshot", ColumnType.STRING).value("'10:20:10,14'", text("10:20:10,14")),
                TypeSample.of("Server", "tid", ColumnType.STRING).value("'(1,2)'", text("(1,2)")),
                TypeSample.of("Server", "int2vector", ColumnType.STRING).value("'1 2'", text("1 2")));
    }

    private static Collection<TypeSample> refused() {
        String names = "names another object, and its text changes with that";
        return List.of(
                TypeSample.of("Refused", "regclass", ColumnType.UNSUPPORTED).note(names),
                TypeSample.of("Refused", "regtype[]", ColumnType.UNSUPPORTED).note(names),
                TypeSample.of("Refused", "aclitem", ColumnType.UNSUPPORTED).note(names),
                TypeSample.of("Refused", "int GENERATED ALWAYS AS (1) STORED", ColumnType.UNSUPPORTED)
                        .note("a generated column is not in the log"));
    }
}
