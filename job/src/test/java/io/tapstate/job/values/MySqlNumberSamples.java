package io.tapstate.job.values;

import static io.tapstate.job.values.TypeSample.decimal;
import static io.tapstate.job.values.TypeSample.float64;
import static io.tapstate.job.values.TypeSample.int64;
import static io.tapstate.job.values.TypeSample.text;

import io.tapstate.connectors.api.ColumnType;
import java.util.List;

/** Numbers and bits of MySQL. */
final class MySqlNumberSamples {
    private MySqlNumberSamples() {}

    static List<TypeSample> numbers() {
        Family family = new Family("Numbers");
        return List.of(
                family.type("tinyint", ColumnType.INTEGER)
                        .value("-128", int64(-128L))
                        .value("127", int64(127L))
                        .asKey(),
                family.type("tinyint unsigned", ColumnType.INTEGER)
                        .value("0", int64(0L))
                        .value("255", int64(255L))
                        .asKey(),
                family.type("tinyint(4) zerofill", ColumnType.INTEGER)
                        .value("7", int64(7L))
                        .value("200", int64(200L)),
                family.type("tinyint(1)", ColumnType.BOOLEAN)
                        .value("1", "true")
                        .value("0", "false")
                        .value("2", int64(2L))
                        .value("-5", int64(-5L))
                        .note("Values other than 0 and 1 stay numbers."),
                family.type("boolean", ColumnType.BOOLEAN)
                        .value("true", "true")
                        .value("false", "false")
                        .asKey(),
                family.type("tinyint(1) unsigned", ColumnType.INTEGER)
                        .value("1", int64(1L))
                        .value("255", int64(255L)),
                family.type("smallint", ColumnType.INTEGER)
                        .value("-32768", int64(-32768L))
                        .value("32767", int64(32767L))
                        .asKey(),
                family.type("smallint unsigned", ColumnType.INTEGER)
                        .value("65535", int64(65535L))
                        .value("0", int64(0L)),
                family.type("mediumint", ColumnType.INTEGER)
                        .value("-8388608", int64(-8388608L))
                        .value("8388607", int64(8388607L))
                        .asKey(),
                family.type("mediumint unsigned", ColumnType.INTEGER)
                        .value("16777215", int64(16777215L))
                        .value("1", int64(1L))
                        .asKey(),
                family.type("int", ColumnType.INTEGER)
                        .value("-2147483648", int64(-2147483648L))
                        .value("2147483647", int64(2147483647L))
                        .asKey(),
                family.type("int unsigned", ColumnType.INTEGER)
                        .value("4294967295", int64(4294967295L))
                        .value("0", int64(0L))
                        .asKey(),
                family.type("int(10) unsigned zerofill", ColumnType.INTEGER)
                        .value("42", int64(42L))
                        .value("4294967295", int64(4294967295L))
                        .note("Zeros in front are how a client shows the number, not part of it."),
                family.type("bigint", ColumnType.INTEGER)
                        .value("-9223372036854775808", int64(Long.MIN_VALUE))
                        .value("9223372036854775807", int64(Long.MAX_VALUE))
                        .asKey(),
                family.type("bigint unsigned", ColumnType.DECIMAL)
                        .value("0", decimal("0"))
                        .value("9223372036854775807", decimal("9223372036854775807"))
                        .value("9223372036854775808", decimal("9223372036854775808"))
                        .value("18446744073709551615", decimal("18446744073709551615"))
                        .asKey()
                        .note("Always Decimal128: 20 digits do not fit int64."),
                family.type("decimal(10,2)", ColumnType.DECIMAL)
                        .value("-12345678.90", decimal("-12345678.90"))
                        .value("0", decimal("0.00"))
                        .value("0.01", decimal("0.01"))
                        .asKey()
                        .note("The scale is kept."),
                family.type("decimal(34,4) unsigned", ColumnType.DECIMAL)
                        .value("123456789012345678901234567890.1234", decimal("123456789012345678901234567890.1234"))
                        .value("0.0001", decimal("0.0001")),
                family.type("decimal(65,0)", ColumnType.DECIMAL)
                        .value(
                                "'99999999999999999999999999999999999999999999999999999999999999999'",
                                text("99999999999999999999999999999999999999999999999999999999999999999"))
                        .value("-5", decimal("-5"))
                        .value(
                                "'10000000000000000000000000000000000000000'",
                                decimal("1.000000000000000000000000000000000E+40"))
                        .note("Text when the digits are more than Decimal128 has."),
                family.type("decimal(65,30)", ColumnType.DECIMAL)
                        .value(
                                "'12345678901234567890123456789012345.123456789012345678901234567890'",
                                text("12345678901234567890123456789012345.123456789012345678901234567890"))
                        .value("'-0.000000000000000000000000000001'", decimal("-1E-30"))
                        .value("1.5", decimal("1.500000000000000000000000000000"))
                        .asKey()
                        .note("Text when the digits are more than Decimal128 has."),
                family.type("float", ColumnType.DOUBLE)
                        .value("0.1", float64("0.10000000149011612"))
                        .value("-3.4028234663852886e38", float64("-3.4028234663852886E38"))
                        .value("16777216", float64("16777216.0"))
                        .value("1.17549435e-38", float64("1.1754943508222875E-38"))
                        .value("123456.789", float64("123456.7890625"))
                        .note("The 32-bit value, widened."),
                family.type("float(7,3)", ColumnType.DOUBLE)
                        .value("1234.567", float64("1234.5670166015625"))
                        .value("-0.001", float64("-0.0010000000474974513")),
                family.type("double", ColumnType.DOUBLE)
                        .value("0.1", float64("0.1"))
                        .value("-1.7976931348623157e308", float64("-1.7976931348623157E308"))
                        .value("2.2250738585072014e-308", float64("2.2250738585072014E-308"))
                        .value("5e-324", float64("4.9E-324"))
                        .value("123456789012345680", float64("1.2345678901234568E17"))
                        .value("-0e0", float64("-0.0")),
                family.type("double(10,2)", ColumnType.DOUBLE)
                        .value("1234.56", float64("1234.56"))
                        .value("-0.5", float64("-0.5")),
                family.type("year", ColumnType.INTEGER)
                        .value("2155", int64(2155L))
                        .value("1901", int64(1901L))
                        .value("0", int64(0L))
                        .value("'0'", int64(2000L))
                        .note("The year 0000 is 0."),
                family.type("bit(1)", ColumnType.BOOLEAN).value("b'1'", "true").value("b'0'", "false"),
                family.type("bit(10)", ColumnType.STRING)
                        .value("b'1000000001'", text("1000000001"))
                        .value("b'0'", text("0000000000"))
                        .asKey()
                        .note("All digits, those in front included."),
                family.type("bit(64)", ColumnType.STRING)
                        .value("~0", text("1111111111111111111111111111111111111111111111111111111111111111"))
                        .value("1", text("0000000000000000000000000000000000000000000000000000000000000001"))
                        .value(
                                "b'1000000000000000000000000000000000000000000000000000000000000000'",
                                text("1000000000000000000000000000000000000000000000000000000000000000")));
    }
}
