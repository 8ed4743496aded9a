package io.tapstate.connectors.mysql.runtime;

import io.debezium.spi.converter.CustomConverter;
import io.debezium.spi.converter.RelationalColumn;
import io.tapstate.connectors.cdc.MySqlForm;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Properties;
import java.util.function.Function;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.SchemaBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what every column's values are, for snapshot and log alike; both bring different objects for the same value.
 *
 * <p>The library makes the instance by the name of the class. It turns exceptions of converters into nulls, so none gets
 * out: what cannot be read becomes {@link MySqlForm#UNREADABLE}, which fails where the row is encoded.
 */
public final class ExactValues implements CustomConverter<SchemaBuilder, RelationalColumn> {
    private static final Logger LOG = LoggerFactory.getLogger(ExactValues.class);
    private static final String NAME = "exact";
    private static final int MILLIS_DIGITS = 3;
    private static final BigInteger TWO_TO_THE_64 = BigInteger.ONE.shiftLeft(Long.SIZE);

    private String watch;

    /**
     * Settings that make a source use this class.
     *
     * @param watch the name under which {@link WatchedHistory} notes the source's columns
     */
    static Properties settings(String watch) {
        Properties properties = new Properties();
        properties.setProperty("converters", NAME);
        properties.setProperty(NAME + ".type", ExactValues.class.getName());
        properties.setProperty(NAME + ".watch", watch);
        return properties;
    }

    @Override
    public void configure(Properties properties) {
        LibraryLocale.settle();
        watch = properties.getProperty("watch");
    }

    @Override
    public void converterFor(RelationalColumn column, ConverterRegistration<SchemaBuilder> registration) {
        ColumnKind kind = ColumnKind.of(column.typeName());
        int length = column.length().orElse(kind == ColumnKind.BIT ? 1 : 0);
        boolean one = length == 1;
        CapturedColumn captured = new CapturedColumn(watch, column.dataCollection(), column.name());
        switch (kind) {
            case BOOLEAN -> truthValue(registration);
            case TINYINT -> {
                if (one) {
                    truthValue(registration);
                } else {
                    integer(registration, Long.SIZE);
                }
            }
            case INTEGER -> integer(registration, Long.SIZE);
            case TINYINT_UNSIGNED -> integer(registration, 8);
            case SMALLINT_UNSIGNED -> integer(registration, 16);
            case MEDIUMINT_UNSIGNED -> integer(registration, 24);
            case INT_UNSIGNED -> integer(registration, 32);
            case BIGINT_UNSIGNED -> register(registration, MySqlForm.DECIMAL.schema(), ExactValues::unsignedLong);
            case DECIMAL -> register(registration, MySqlForm.DECIMAL.schema(), BigDecimal.class::cast);
            case FLOATING -> register(registration, SchemaBuilder.float64().optional(), ExactValues::widened);
            case BIT -> {
                if (one) {
                    register(registration, SchemaBuilder.bool().optional(), ExactValues::truthBit);
                } else {
                    text(registration, MySqlForm.TEXT, value -> bits(value, length));
                }
            }
            case TEXT -> text(registration, MySqlForm.TEXT, captured::text);
            case ENUM -> text(registration, MySqlForm.TEXT, captured::member);
            case SET -> text(registration, MySqlForm.TEXT, captured::members);
            case BINARY -> bytes(registration, value -> padded((byte[]) value, Math.max(1, length)));
            case BYTES -> bytes(registration, byte[].class::cast);
            case DATE -> text(registration, MySqlForm.DATE, String.class::cast);
            case WALL_CLOCK -> text(registration, MySqlForm.TEXT, String.class::cast);
            case INSTANT ->
                text(
                        registration,
                        length <= MILLIS_DIGITS ? MySqlForm.TIMESTAMP_MILLIS : MySqlForm.TIMESTAMP_MICROS,
                        String.class::cast);
            case JSON ->
                text(
                        registration,
                        MySqlForm.TEXT,
                        value -> value instanceof byte[] b ? JsonText.of(b) : (String) value);
            case GEOMETRY -> register(registration, MySqlForm.GEOMETRY.schema(), byte[].class::cast);
            case OTHER -> LOG.debug("{} of {} is left to the library", column.name(), column.dataCollection());
        }
    }

    private static void truthValue(ConverterRegistration<SchemaBuilder> registration) {
        register(registration, MySqlForm.TRUTH_VALUE.schema(), value -> number(value, Long.SIZE));
    }

    private static void integer(ConverterRegistration<SchemaBuilder> registration, int bits) {
        register(registration, SchemaBuilder.int64().optional(), value -> number(value, bits));
    }

    private static void bytes(ConverterRegistration<SchemaBuilder> registration, Function<Object, Object> reading) {
        register(registration, SchemaBuilder.bytes().optional(), reading);
    }

    private static void register(
            ConverterRegistration<SchemaBuilder> registration, SchemaBuilder schema, Function<Object, Object> reading) {
        registration.register(schema, value -> value == null ? null : reading.apply(value));
    }

    private static void text(
            ConverterRegistration<SchemaBuilder> registration, MySqlForm form, Function<Object, String> reading) {
        register(registration, form.schema(), value -> {
            try {
                return reading.apply(value);
            } catch (RuntimeException e) {
                LOG.warn("a value could not be read: {}", e.getClass().getName());
                return MySqlForm.UNREADABLE;
            }
        });
    }

    /** The log gives every integer a sign. */
    private static long number(Object value, int unsignedBits) {
        if (value instanceof Boolean truth) {
            return truth ? 1 : 0;
        }
        long number = ((Number) value).longValue();
        return unsignedBits == Long.SIZE ? number : number & (1L << unsignedBits) - 1;
    }

    private static BigDecimal unsignedLong(Object value) {
        BigInteger number = value instanceof BigInteger big
                ? big
                : value instanceof BigDecimal decimal
                        ? decimal.toBigInteger()
                        : BigInteger.valueOf(((Number) value).longValue());
        return new BigDecimal(number.signum() < 0 ? number.add(TWO_TO_THE_64) : number);
    }

    private static double widened(Object value) {
        return ((Number) value).doubleValue();
    }

    private static boolean truthBit(Object value) {
        return value instanceof Boolean truth ? truth : bits(value, 1).equals("1");
    }

    /** The snapshot brings bytes, the highest first, the log a set of the bits that are on. */
    private static String bits(Object value, int length) {
        BitSet on;
        if (value instanceof BitSet set) {
            on = set;
        } else {
            byte[] bytes = ((byte[]) value).clone();
            for (int i = 0, j = bytes.length - 1; i < j; i++, j--) {
                byte swapped = bytes[i];
                bytes[i] = bytes[j];
                bytes[j] = swapped;
            }
            on = BitSet.valueOf(bytes);
        }
        StringBuilder text = new StringBuilder(length);
        for (int bit = length - 1; bit >= 0; bit--) {
            text.append(on.get(bit) ? '1' : '0');
        }
        return text.toString();
    }

    /** The log has no zeros at the end. */
    private static byte[] padded(byte[] value, int length) {
        return value.length < length ? Arrays.copyOf(value, length) : value;
    }
}
