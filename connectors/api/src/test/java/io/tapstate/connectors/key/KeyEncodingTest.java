package io.tapstate.connectors.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.RandomSeed;
import io.tapstate.connectors.row.RowWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;

class KeyEncodingTest {
    private static final int ROUNDS = 20_000;

    private final Random random = RandomSeed.random("KeyEncodingTest");

    @Test
    void numbersOfEveryTypeSortByTheirValue() {
        for (int i = 0; i < ROUNDS; i++) {
            BsonValue left = number();
            BsonValue right = random.nextInt(4) == 0 ? near(left) : number();
            int expected = exact(left).compareTo(exact(right));
            assertThat(Integer.signum(key(left).compareTo(key(right))))
                    .as("%s against %s", left, right)
                    .isEqualTo(expected);
            assertThat(key(left).equals(key(right))).as("%s = %s", left, right).isEqualTo(expected == 0);
        }
    }

    @Test
    void oneIntegralValueIsOneKeyInEveryType() {
        for (int i = 0; i < ROUNDS; i++) {
            int value = random.nextInt() >> random.nextInt(32);
            RowKey key = key(new BsonInt32(value));
            assertThat(key(new BsonInt64(value))).isEqualTo(key);
            assertThat(key(new BsonDouble(value))).isEqualTo(key);
            assertThat(key(decimal(new BigDecimal(value)))).isEqualTo(key);
            assertThat(key(decimal(new BigDecimal(value).setScale(random.nextInt(20)))))
                    .isEqualTo(key);
            assertThat(key(new BsonInt64(value)).hashCode()).isEqualTo(key.hashCode());
        }
    }

    @Test
    void integralValuesBeyondInt64StillMatchAcrossTypes() {
        for (double value : new double[] {0x1p63, -0x1p63, 0x1p64, -0x1p64, 0x1p100, -0x1p100}) {
            assertThat(key(new BsonDouble(value))).isEqualTo(key(decimal(new BigDecimal(value))));
        }
        assertThat(key(new BsonInt64(Long.MAX_VALUE))).isEqualTo(key(decimal(new BigDecimal(Long.MAX_VALUE))));
        assertThat(key(new BsonInt64(Long.MIN_VALUE))).isEqualTo(key(new BsonDouble(-0x1p63)));
    }

    @Test
    void everyZeroIsOneKey() {
        RowKey zero = key(new BsonInt64(0));
        assertThat(key(new BsonDouble(-0.0))).isEqualTo(zero);
        for (String text : new String[] {"0", "-0", "0.000", "-0.000", "0E+6111", "-0E-6176"}) {
            assertThat(key(new BsonDecimal128(Decimal128.parse(text)))).as(text).isEqualTo(zero);
        }
    }

    @Test
    void whatIsNoNumberStandsAtTheEndsOfTheLine() {
        List<BsonValue> ascending = List.of(
                new BsonDouble(Double.NaN),
                new BsonDouble(Double.NEGATIVE_INFINITY),
                new BsonDecimal128(Decimal128.parse("-9.999999999999999999999999999999999E+6144")),
                new BsonDouble(-Double.MAX_VALUE),
                new BsonInt64(Long.MIN_VALUE),
                new BsonDouble(-Double.MIN_VALUE),
                new BsonInt32(0),
                new BsonDecimal128(Decimal128.parse("1E-6176")),
                new BsonDouble(Double.MIN_VALUE),
                new BsonInt64(Long.MAX_VALUE),
                new BsonDouble(Double.MAX_VALUE),
                new BsonDecimal128(Decimal128.parse("9.999999999999999999999999999999999E+6144")),
                new BsonDouble(Double.POSITIVE_INFINITY));
        assertSorted(ascending);
        assertThat(key(new BsonDecimal128(Decimal128.NaN))).isEqualTo(key(ascending.get(0)));
        assertThat(key(new BsonDecimal128(Decimal128.NEGATIVE_INFINITY))).isEqualTo(key(ascending.get(1)));
        assertThat(key(new BsonDecimal128(Decimal128.POSITIVE_INFINITY))).isEqualTo(key(new BsonDouble(1 / 0.0)));
    }

    @Test
    void typesSortOneAfterAnother() {
        assertSorted(List.of(
                BsonNull.VALUE,
                BsonBoolean.FALSE,
                BsonBoolean.TRUE,
                new BsonInt64(5),
                new BsonString(""),
                new BsonBinary(new byte[0]),
                new BsonBinary((byte) 4, new byte[16]),
                new BsonDateTime(0)));
    }

    @Test
    void textSortsByCodePoint() {
        for (int i = 0; i < ROUNDS; i++) {
            String left = text();
            String right = random.nextInt(3) == 0 ? left + text() : text();
            int expected = Arrays.compare(
                    left.codePoints().toArray(), right.codePoints().toArray());
            assertThat(Integer.signum(key(new BsonString(left)).compareTo(key(new BsonString(right)))))
                    .as("%s against %s", escaped(left), escaped(right))
                    .isEqualTo(Integer.signum(expected));
        }
    }

    @Test
    void binarySortsByUnsignedBytes() {
        for (int i = 0; i < ROUNDS; i++) {
            byte[] left = binary();
            byte[] right = binary();
            assertThat(Integer.signum(key(new BsonBinary(left)).compareTo(key(new BsonBinary(right)))))
                    .as("%s against %s", Arrays.toString(left), Arrays.toString(right))
                    .isEqualTo(Integer.signum(Arrays.compareUnsigned(left, right)));
        }
    }

    @Test
    void instantsSortByTime() {
        for (int i = 0; i < ROUNDS; i++) {
            long left = random.nextLong() >> random.nextInt(64);
            long right = random.nextLong() >> random.nextInt(64);
            assertThat(Integer.signum(key(new BsonDateTime(left)).compareTo(key(new BsonDateTime(right)))))
                    .isEqualTo(Long.compare(left, right));
        }
    }

    @Test
    void aKeyStartsWithTheKeyOfItsFirstComponents() {
        for (int i = 0; i < ROUNDS; i++) {
            BsonValue[] parts = components();
            int first = random.nextInt(parts.length + 1);
            byte[] whole = key(parts).bytes();
            byte[] prefix = key(Arrays.copyOf(parts, first)).bytes();
            assertThat(Arrays.copyOf(whole, prefix.length)).isEqualTo(prefix);
        }
    }

    @Test
    void noComponentIsAPrefixOfAnother() {
        for (int i = 0; i < ROUNDS; i++) {
            byte[] left = key(component()).bytes();
            byte[] right = key(component()).bytes();
            int shorter = Math.min(left.length, right.length);
            assertThat(Arrays.equals(left, 0, shorter, right, 0, shorter)).isEqualTo(Arrays.equals(left, right));
        }
    }

    @Test
    void compositeKeysSortComponentByComponent() {
        for (int i = 0; i < ROUNDS; i++) {
            BsonValue[] left = components();
            BsonValue[] right = components();
            int shared = random.nextInt(Math.min(left.length, right.length) + 1);
            System.arraycopy(left, 0, right, 0, shared);
            int expected = 0;
            for (int part = 0; expected == 0 && part < Math.min(left.length, right.length); part++) {
                expected = key(left[part]).compareTo(key(right[part]));
            }
            if (expected == 0) {
                expected = Integer.compare(left.length, right.length);
            }
            assertThat(Integer.signum(key(left).compareTo(key(right)))).isEqualTo(Integer.signum(expected));
        }
    }

    @Test
    void aRowsKeyIsThatOfItsColumnsInTheAskedOrder() {
        byte[] row = RowWriter.encode(new BsonDocument("a", new BsonInt32(1))
                .append("b", new BsonString("x"))
                .append("c", BsonNull.VALUE)
                .append("d", decimal(new BigDecimal("2.00"))));
        assertThat(KeyEncoding.of(row, List.of("d", "a", "b")))
                .contains(key(new BsonInt64(2), new BsonInt64(1), new BsonString("x")));
        assertThat(KeyEncoding.of(row, List.of("a", "c"))).as("null").isEmpty();
        assertThat(KeyEncoding.of(row, List.of("a", "z"))).as("absent").isEmpty();
        assertThat(KeyEncoding.of(row, List.of())).contains(key());
    }

    @Test
    void appendedKeysAreTheirComponents() {
        BsonValue[] parts = {new BsonInt64(7), new BsonString("a\0b"), BsonBoolean.TRUE};
        RowKey tail = key(parts[1], parts[2]);
        assertThat(new KeyEncoding().add(parts[0]).append(tail).key()).isEqualTo(key(parts));
    }

    @Test
    void documentsAndArraysAreNoKeys() {
        assertThatThrownBy(() -> key(new BsonDocument())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> key(new BsonArray())).isInstanceOf(IllegalArgumentException.class);
    }

    private void assertSorted(List<BsonValue> ascending) {
        List<RowKey> keys = new ArrayList<>(ascending.stream().map(this::key).toList());
        List<RowKey> sorted = keys.stream().sorted().distinct().toList();
        assertThat(sorted).isEqualTo(keys);
    }

    private RowKey key(BsonValue... parts) {
        KeyEncoding encoding = new KeyEncoding();
        for (BsonValue part : parts) {
            encoding.add(part);
        }
        return encoding.key();
    }

    private BsonValue[] components() {
        BsonValue[] parts = new BsonValue[1 + random.nextInt(4)];
        Arrays.setAll(parts, i -> component());
        return parts;
    }

    private BsonValue component() {
        return switch (random.nextInt(6)) {
            case 0 -> new BsonString(text());
            case 1 -> new BsonBinary(binary());
            case 2 -> new BsonDateTime(random.nextInt(100));
            case 3 -> BsonBoolean.valueOf(random.nextBoolean());
            case 4 -> BsonNull.VALUE;
            default -> number();
        };
    }

    private BsonValue number() {
        return switch (random.nextInt(6)) {
            case 0 -> new BsonInt32(random.nextInt() >> random.nextInt(32));
            case 1 -> new BsonInt64(random.nextLong() >> random.nextInt(64));
            case 2 -> new BsonDouble(random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20));
            case 3 -> new BsonDouble(random.nextInt(200) / 8.0 - 12);
            case 4 -> decimal(new BigDecimal(random.nextInt(2000) - 1000).movePointLeft(random.nextInt(4)));
            default ->
                decimal(new BigDecimal(
                        new BigInteger(1 + random.nextInt(112), random)
                                .multiply(BigInteger.valueOf(random.nextBoolean() ? 1 : -1)),
                        random.nextInt(60) - 20,
                        MathContext.DECIMAL128));
        };
    }

    // A value so close that only the last place, the type or nothing differs.
    private BsonValue near(BsonValue value) {
        BigDecimal exact = exact(value);
        BigDecimal shifted = exact.add(BigDecimal.valueOf(random.nextInt(3) - 1).movePointLeft(random.nextInt(3)));
        return decimal(shifted.round(MathContext.DECIMAL128));
    }

    private static BsonDecimal128 decimal(BigDecimal value) {
        return new BsonDecimal128(new Decimal128(value));
    }

    private static BigDecimal exact(BsonValue value) {
        return switch (value.getBsonType()) {
            case INT32 -> new BigDecimal(value.asInt32().getValue());
            case INT64 -> new BigDecimal(value.asInt64().getValue());
            case DOUBLE -> new BigDecimal(value.asDouble().getValue());
            default -> new BigDecimal(value.asDecimal128().getValue().toString());
        };
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(4); length > 0; length--) {
            int[] alphabet = {0, 1, 'a', 'b', 0x7F, 0x80, 0xE9, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF
            };
            text.appendCodePoint(alphabet[random.nextInt(alphabet.length)]);
        }
        return text.toString();
    }

    private byte[] binary() {
        byte[] alphabet = {0, 1, 2, 0x7F, (byte) 0x80, (byte) 0xFE, (byte) 0xFF};
        byte[] bytes = new byte[random.nextInt(4)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = alphabet[random.nextInt(alphabet.length)];
        }
        return bytes;
    }

    private static String escaped(String text) {
        return Arrays.toString(text.codePoints().toArray());
    }
}
