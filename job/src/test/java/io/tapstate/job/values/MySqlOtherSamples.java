package io.tapstate.job.values;

import static io.tapstate.job.values.TypeSample.date;
import static io.tapstate.job.values.TypeSample.instant;
import static io.tapstate.job.values.TypeSample.text;

import io.tapstate.connectors.api.ColumnType;
import java.util.List;

/** Times, JSON and geometry of MySQL. */
final class MySqlOtherSamples {
    private MySqlOtherSamples() {}

    static List<TypeSample> datesAndTimes() {
        Family family = new Family("Dates and times");
        return List.of(
                family.type("date", ColumnType.DATE)
                        .value("'2024-02-29'", date("2024-02-29"))
                        .value("'9999-12-31'", date("9999-12-31"))
                        .value("'1000-01-01'", date("1000-01-01"))
                        .value("'1582-10-10'", date("1582-10-10"))
                        .value("'0001-01-01'", date("0001-01-01"))
                        .value("'0000-00-00'", text("0000-00-00"))
                        .value("'2024-00-15'", text("2024-00-15"))
                        .value("'2024-05-00'", text("2024-05-00"))
                        .value("'2023-02-31'", text("2023-02-31"))
                        .asKey()
                        .note("Dates that no calendar has stay text."),
                family.type("time", ColumnType.TIME)
                        .value("'10:20:30'", text("10:20:30"))
                        .value("'-838:59:59'", text("-838:59:59"))
                        .value("'838:59:59'", text("838:59:59"))
                        .value("'-00:00:01'", text("-00:00:01"))
                        .value("'00:00:00'", text("00:00:00"))
                        .asKey(),
                family.type("time(1)", ColumnType.TIME)
                        .value("'12:00:00.1'", text("12:00:00.100000"))
                        .value("'-00:00:00.5'", text("-00:00:00.500000"))
                        .value("'-101:02:03.1'", text("-101:02:03.100000"))
                        .value("'30:00:00.0'", text("30:00:00")),
                family.type("time(2)", ColumnType.TIME)
                        .value("'12:00:00.12'", text("12:00:00.120000"))
                        .value("'-00:00:00.5'", text("-00:00:00.500000"))
                        .value("'-101:02:03.12'", text("-101:02:03.120000"))
                        .value("'30:00:00.0'", text("30:00:00")),
                family.type("time(3)", ColumnType.TIME)
                        .value("'12:00:00.123'", text("12:00:00.123000"))
                        .value("'-00:00:00.5'", text("-00:00:00.500000"))
                        .value("'-101:02:03.123'", text("-101:02:03.123000"))
                        .value("'30:00:00.0'", text("30:00:00")),
                family.type("time(4)", ColumnType.TIME)
                        .value("'12:00:00.1234'", text("12:00:00.123400"))
                        .value("'-00:00:00.5'", text("-00:00:00.500000"))
                        .value("'-101:02:03.1234'", text("-101:02:03.123400"))
                        .value("'30:00:00.0'", text("30:00:00")),
                family.type("time(5)", ColumnType.TIME)
                        .value("'12:00:00.12345'", text("12:00:00.123450"))
                        .value("'-00:00:00.5'", text("-00:00:00.500000"))
                        .value("'-101:02:03.12345'", text("-101:02:03.123450"))
                        .value("'30:00:00.0'", text("30:00:00")),
                family.type("time(6)", ColumnType.TIME)
                        .value("'12:00:00.123456'", text("12:00:00.123456"))
                        .value("'-00:00:00.5'", text("-00:00:00.500000"))
                        .value("'-101:02:03.123456'", text("-101:02:03.123456"))
                        .value("'30:00:00.0'", text("30:00:00")),
                family.type("datetime", ColumnType.DATETIME)
                        .value("'2024-03-31 02:30:00'", text("2024-03-31T02:30:00"))
                        .value("'2024-10-27 02:30:00'", text("2024-10-27T02:30:00"))
                        .value("'1000-01-01 00:00:00'", text("1000-01-01T00:00:00"))
                        .value("'9999-12-31 23:59:59'", text("9999-12-31T23:59:59"))
                        .value("'0000-00-00 00:00:00'", text("0000-00-00T00:00:00"))
                        .value("'2024-00-15 10:00:00'", text("2024-00-15T10:00:00"))
                        .value("'1582-10-10 12:00:00'", text("1582-10-10T12:00:00"))
                        .asKey()
                        .note("The clock on the wall, without a zone."),
                family.type("datetime(1)", ColumnType.DATETIME)
                        .value("'2024-03-31 02:30:00.1'", text("2024-03-31T02:30:00.100000"))
                        .value("'1960-01-01 23:59:59.9'", text("1960-01-01T23:59:59.900000"))
                        .value("'2024-01-01 00:00:00'", text("2024-01-01T00:00:00"))
                        .value("'0000-00-00 00:00:00'", text("0000-00-00T00:00:00")),
                family.type("datetime(2)", ColumnType.DATETIME)
                        .value("'2024-03-31 02:30:00.12'", text("2024-03-31T02:30:00.120000"))
                        .value("'1960-01-01 23:59:59.9'", text("1960-01-01T23:59:59.900000"))
                        .value("'2024-01-01 00:00:00'", text("2024-01-01T00:00:00"))
                        .value("'0000-00-00 00:00:00'", text("0000-00-00T00:00:00")),
                family.type("datetime(3)", ColumnType.DATETIME)
                        .value("'2024-03-31 02:30:00.123'", text("2024-03-31T02:30:00.123000"))
                        .value("'1960-01-01 23:59:59.9'", text("1960-01-01T23:59:59.900000"))
                        .value("'2024-01-01 00:00:00'", text("2024-01-01T00:00:00"))
                        .value("'0000-00-00 00:00:00'", text("0000-00-00T00:00:00")),
                family.type("datetime(4)", ColumnType.DATETIME)
                        .value("'2024-03-31 02:30:00.1234'", text("2024-03-31T02:30:00.123400"))
                        .value("'1960-01-01 23:59:59.9'", text("1960-01-01T23:59:59.900000"))
                        .value("'2024-01-01 00:00:00'", text("2024-01-01T00:00:00"))
                        .value("'0000-00-00 00:00:00'", text("0000-00-00T00:00:00")),
                family.type("datetime(5)", ColumnType.DATETIME)
                        .value("'2024-03-31 02:30:00.12345'", text("2024-03-31T02:30:00.123450"))
                        .value("'1960-01-01 23:59:59.9'", text("1960-01-01T23:59:59.900000"))
                        .value("'2024-01-01 00:00:00'", text("2024-01-01T00:00:00"))
                        .value("'0000-00-00 00:00:00'", text("0000-00-00T00:00:00")),
                family.type("datetime(6)", ColumnType.DATETIME)
                        .value("'2024-03-31 02:30:00.123456'", text("2024-03-31T02:30:00.123456"))
                        .value("'1960-01-01 23:59:59.9'", text("1960-01-01T23:59:59.900000"))
                        .value("'2024-01-01 00:00:00'", text("2024-01-01T00:00:00"))
                        .value("'0000-00-00 00:00:00'", text("0000-00-00T00:00:00")),
                family.type("timestamp", ColumnType.TIMESTAMP)
                        .value("'2024-03-31 01:30:00'", instant("2024-03-31T01:30:00Z"))
                        .value("'2024-03-31 02:30:00'", instant("2024-03-31T02:30:00Z"))
                        .value("'2024-10-27 00:30:00'", instant("2024-10-27T00:30:00Z"))
                        .value("'1970-01-01 00:00:01'", instant("1970-01-01T00:00:01Z"))
                        .value("'2038-01-19 03:14:07'", instant("2038-01-19T03:14:07Z"))
                        .value("'0000-00-00 00:00:00'", text("0000-00-00T00:00:00Z"))
                        .asKey()
                        .note("An instant; the zero timestamp stays text."),
                family.type("timestamp(1)", ColumnType.TIMESTAMP)
                        .value("'2024-03-31 01:30:00.1'", instant("2024-03-31T01:30:00.1Z"))
                        .value("'0000-00-00 00:00:00'", text("0000-00-00T00:00:00Z"))
                        .value("'2001-02-03 04:05:06'", instant("2001-02-03T04:05:06Z")),
                family.type("timestamp(2)", ColumnType.TIMESTAMP)
                        .value("'2024-03-31 01:30:00.12'", instant("2024-03-31T01:30:00.12Z"))
                        .value("'0000-00-00 00:00:00'", text("0000-00-00T00:00:00Z"))
                        .value("'2001-02-03 04:05:06'", instant("2001-02-03T04:05:06Z")),
                family.type("timestamp(3)", ColumnType.TIMESTAMP)
                        .value("'2024-03-31 01:30:00.123'", instant("2024-03-31T01:30:00.123Z"))
                        .value("'0000-00-00 00:00:00'", text("0000-00-00T00:00:00Z"))
                        .value("'2001-02-03 04:05:06'", instant("2001-02-03T04:05:06Z")),
                family.type("timestamp(4)", ColumnType.TIMESTAMP_MICROS)
                        .value("'2024-03-31 01:30:00.1234'", text("2024-03-31T01:30:00.123400Z"))
                        .value("'0000-00-00 00:00:00'", text("0000-00-00T00:00:00.000000Z"))
                        .value("'2001-02-03 04:05:06'", text("2001-02-03T04:05:06.000000Z"))
                        .note("Text, because BSON dates end at milliseconds."),
                family.type("timestamp(5)", ColumnType.TIMESTAMP_MICROS)
                        .value("'2024-03-31 01:30:00.12345'", text("2024-03-31T01:30:00.123450Z"))
                        .value("'0000-00-00 00:00:00'", text("0000-00-00T00:00:00.000000Z"))
                        .value("'2001-02-03 04:05:06'", text("2001-02-03T04:05:06.000000Z")),
                family.type("timestamp(6)", ColumnType.TIMESTAMP_MICROS)
                        .value("'2024-03-31 01:30:00.123456'", text("2024-03-31T01:30:00.123456Z"))
                        .value("'0000-00-00 00:00:00'", text("0000-00-00T00:00:00.000000Z"))
                        .value("'2001-02-03 04:05:06'", text("2001-02-03T04:05:06.000000Z"))
                        .asKey());
    }

    static List<TypeSample> json() {
        Family family = new Family("JSON");
        return List.of(
                family.type("json", ColumnType.JSON)
                        .value("'null'", text("null"))
                        .value("'{}'", text("{}"))
                        .value("'[]'", text("[]"))
                        .value("'\"\"'", text("\"\""))
                        .value("'true'", text("true"))
                        .value("'  [1 ,2]  '", text("[1, 2]"))
                        .value(
                                "'{\"b\":1,\"a\":[1,2,{\"c\":null}],\"bb\":false,\"\":0}'",
                                text("{\"\": 0, \"a\": [1, 2, {\"c\": null}], \"b\": 1, \"bb\": false}"))
                        .value(
                                "'[9223372036854775807, -9223372036854775808, 18446744073709551615, 65535, -32769, 32768, 4294967296]'",
                                text(
                                        "[9223372036854775807, -9223372036854775808, 18446744073709551615, 65535, -32769, 32768, 4294967296]"))
                        .value("'[123456789012345678901234567890]'", text("[1.2345678901234566e29]"))
                        .value(
                                "'[1.5, 1e20, 1.0, -0.0, 0.1, 1e15, 1e14, 123456789012345.6, 1e-5, 1e-15, 1e-16, 2.5e-300, 1.7976931348623157e308, 5e-324, 9007199254740993.0]'",
                                text(
                                        "[1.5, 1e20, 1.0, -0.0, 0.1, 1e15, 100000000000000.0, 123456789012345.6, 0.00001, 0.000000000000001, 1e-16, 2.5e-300, 1.7976931348623157e308, 5e-324, 9.007199254740992e15]"))
                        .value(
                                "JSON_ARRAY(CAST(1.50 AS DECIMAL(10,2)), CAST(-0.000000000000000000000000000001 AS DECIMAL(65,30)), CAST('12345678901234567890123456789012345.1' AS DECIMAL(65,1)))",
                                text(
                                        "[1.50, -0.000000000000000000000000000001, 12345678901234567890123456789012345.1]"))
                        .value(
                                "JSON_ARRAY(CAST('2024-02-29' AS DATE), CAST('2024-02-29 10:11:12.123456' AS DATETIME(6)), CAST('-10:11:12.5' AS TIME(1)), CAST('2024-01-01 00:00:00' AS DATETIME))",
                                text(
                                        "[\"2024-02-29\", \"2024-02-29 10:11:12.123456\", \"-10:11:12.500000\", \"2024-01-01 00:00:00.000000\"]"))
                        .value(
                                "JSON_ARRAY(x'cafe', b'101', REPEAT('x', 20))",
                                text("[\"base64:type15:yv4=\", \"base64:type15:BQ==\", \"xxxxxxxxxxxxxxxxxxxx\"]"))
                        .value(
                                "JSON_ARRAY('quote \" backslash \\\\ slash / tab \\t control \\Z é 中 😀')",
                                text("[\"quote \\\" backslash \\\\ slash / tab \\t control \\u001a é 中 😀\"]"))
                        .note(
                                "As the server prints it: sorted keys, blanks after commas and colons. A JSON `null` is the text `null`, an SQL NULL is null."));
    }

    static List<TypeSample> geometry() {
        Family family = new Family("Geometry");
        return List.of(
                family.type("point", ColumnType.GEOMETRY)
                        .value(
                                "ST_GeomFromText('POINT(1 2)')",
                                "{\"srid\": {\"$numberLong\": \"0\"}, \"wkb\": {\"$binary\": {\"base64\": \"AQEAAAAAAAAAAADwPwAAAAAAAABA\", \"subType\": \"00\"}}}")
                        .value(
                                "ST_GeomFromText('POINT(2 1)', 4326)",
                                "{\"srid\": {\"$numberLong\": \"4326\"}, \"wkb\": {\"$binary\": {\"base64\": \"AQEAAAAAAAAAAADwPwAAAAAAAABA\", \"subType\": \"00\"}}}"),
                family.type("linestring", ColumnType.GEOMETRY)
                        .value(
                                "ST_GeomFromText('LINESTRING(0 0, 1 1)')",
                                "{\"srid\": {\"$numberLong\": \"0\"}, \"wkb\": {\"$binary\": {\"base64\": \"AQIAAAACAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPA/AAAAAAAA8D8=\", \"subType\": \"00\"}}}"),
                family.type("polygon", ColumnType.GEOMETRY)
                        .value(
                                "ST_GeomFromText('POLYGON((0 0, 1 0, 1 1, 0 0))', 3857)",
                                "{\"srid\": {\"$numberLong\": \"3857\"}, \"wkb\": {\"$binary\": {\"base64\": \"AQMAAAABAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADwPwAAAAAAAAAAAAAAAAAA8D8AAAAAAADwPwAAAAAAAAAAAAAAAAAAAAA=\", \"subType\": \"00\"}}}"),
                family.type("multipoint", ColumnType.GEOMETRY)
                        .value(
                                "ST_GeomFromText('MULTIPOINT(1 2)')",
                                "{\"srid\": {\"$numberLong\": \"0\"}, \"wkb\": {\"$binary\": {\"base64\": \"AQQAAAABAAAAAQEAAAAAAAAAAADwPwAAAAAAAABA\", \"subType\": \"00\"}}}"),
                family.type("multilinestring", ColumnType.GEOMETRY)
                        .value(
                                "ST_GeomFromText('MULTILINESTRING((0 0, 1 1))')",
                                "{\"srid\": {\"$numberLong\": \"0\"}, \"wkb\": {\"$binary\": {\"base64\": \"AQUAAAABAAAAAQIAAAACAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPA/AAAAAAAA8D8=\", \"subType\": \"00\"}}}"),
                family.type("multipolygon", ColumnType.GEOMETRY)
                        .value(
                                "ST_GeomFromText('MULTIPOLYGON(((0 0, 1 0, 1 1, 0 0)))')",
                                "{\"srid\": {\"$numberLong\": \"0\"}, \"wkb\": {\"$binary\": {\"base64\": \"AQYAAAABAAAAAQMAAAABAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADwPwAAAAAAAAAAAAAAAAAA8D8AAAAAAADwPwAAAAAAAAAAAAAAAAAAAAA=\", \"subType\": \"00\"}}}"),
                family.type("geometrycollection", ColumnType.GEOMETRY)
                        .value(
                                "ST_GeomFromText('GEOMETRYCOLLECTION(POINT(1 2))')",
                                "{\"srid\": {\"$numberLong\": \"0\"}, \"wkb\": {\"$binary\": {\"base64\": \"AQcAAAABAAAAAQEAAAAAAAAAAADwPwAAAAAAAABA\", \"subType\": \"00\"}}}")
                        .value(
                                "ST_GeomFromText('GEOMETRYCOLLECTION EMPTY')",
                                "{\"srid\": {\"$numberLong\": \"0\"}, \"wkb\": {\"$binary\": {\"base64\": \"AQcAAAAAAAAA\", \"subType\": \"00\"}}}"),
                family.type("geometry", ColumnType.GEOMETRY)
                        .value(
                                "ST_GeomFromText('POINT(1 2)')",
                                "{\"srid\": {\"$numberLong\": \"0\"}, \"wkb\": {\"$binary\": {\"base64\": \"AQEAAAAAAAAAAADwPwAAAAAAAABA\", \"subType\": \"00\"}}}")
                        .value(
                                "ST_GeomFromText('LINESTRING(0 0, 1 1)')",
                                "{\"srid\": {\"$numberLong\": \"0\"}, \"wkb\": {\"$binary\": {\"base64\": \"AQIAAAACAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPA/AAAAAAAA8D8=\", \"subType\": \"00\"}}}"));
    }
}
