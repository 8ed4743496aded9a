package io.tapstate.job.transform;

import dev.cel.common.exceptions.CelDivideByZeroException;
import dev.cel.common.exceptions.CelInvalidArgumentException;
import dev.cel.common.exceptions.CelNumericOverflowException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.bson.types.Decimal128;

/**
 * CEL's {@code decimal}: at most 34 digits and within the range of a BSON decimal, so that every one can be stored. Equal by
 * value. No {@link Number}, which CEL would compare as a double.
 */
final class Decimal implements Comparable<Decimal> {
    private static final int DIGITS = 34;
    private static final int LONGEST_TEXT = 200;
    private static final MathContext ROUNDED = new MathContext(DIGITS, RoundingMode.HALF_EVEN);
    private static final int LARGEST_SCALE = 6176;

    private final BigDecimal value;

    private Decimal(BigDecimal value) {
        this.value = value;
    }

    /** @throws CelNumericOverflowException when it has more digits, or another magnitude, than can be stored */
    static Decimal of(BigDecimal value) {
        BigDecimal fitting = value.precision() > DIGITS ? value.stripTrailingZeros() : value;
        if (fitting.precision() <= DIGITS && Math.abs((long) fitting.scale()) <= LARGEST_SCALE + DIGITS) {
            try {
                return new Decimal(stored(fitting));
            } catch (NumberFormatException e) {
                // Too large or too small; its message holds the value.
            }
        }
        throw new CelNumericOverflowException(new Unusable("a decimal has more than " + DIGITS + " digits"));
    }

    private static BigDecimal stored(BigDecimal value) {
        return value.signum() == 0 && value.scale() >= 0 && value.scale() <= LARGEST_SCALE
                ? value
                : new Decimal128(value).bigDecimalValue();
    }

    static Decimal of(long value) {
        return new Decimal(BigDecimal.valueOf(value));
    }

    static Decimal parse(String text) {
        try {
            if (text.length() <= LONGEST_TEXT) {
                return of(new BigDecimal(text));
            }
        } catch (NumberFormatException e) {
            // As below; its message may hold the value.
        }
        throw new CelInvalidArgumentException(new Unusable("a text is not a decimal number"));
    }

    /** The shortest digits that name the double. */
    static Decimal of(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw new CelInvalidArgumentException(new Unusable("a double is not a number, or infinite"));
        }
        BigDecimal exact = new BigDecimal(value);
        for (int digits = 1; digits < 17; digits++) {
            BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            if (rounded.doubleValue() == value) {
                return of(plain(rounded));
            }
        }
        return of(plain(exact.round(new MathContext(17, RoundingMode.HALF_EVEN))));
    }

    private static BigDecimal plain(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        return stripped.scale() < 0 && stripped.precision() - stripped.scale() <= DIGITS
                ? stripped.setScale(0)
                : stripped;
    }

    BigDecimal value() {
        return value;
    }

    Decimal plus(Decimal other) {
        return of(value.add(other.value));
    }

    Decimal minus(Decimal other) {
        return of(value.subtract(other.value));
    }

    Decimal times(Decimal other) {
        return of(value.multiply(other.value));
    }

    Decimal dividedBy(Decimal other) {
        return of(value.divide(other.divisor(), ROUNDED));
    }

    Decimal modulo(Decimal other) {
        return of(value.remainder(other.divisor()).round(ROUNDED));
    }

    private BigDecimal divisor() {
        if (value.signum() == 0) {
            throw new CelDivideByZeroException(new Unusable("division by zero"));
        }
        return value;
    }

    Decimal negated() {
        return new Decimal(value.negate());
    }

    Decimal absolute() {
        return new Decimal(value.abs());
    }

    /** @param digits after the point; below zero, zeros before it */
    Decimal rounded(long digits) {
        if (Math.abs(digits) > LARGEST_SCALE) {
            throw new CelInvalidArgumentException(
                    new Unusable("a decimal cannot be rounded to more than " + LARGEST_SCALE + " digits"));
        }
        return of(value.setScale((int) digits, RoundingMode.HALF_UP));
    }

    long toLong() {
        BigDecimal whole = value.setScale(0, RoundingMode.DOWN);
        if (whole.toBigInteger().bitLength() >= Long.SIZE) {
            throw new CelNumericOverflowException(new Unusable("a decimal is beyond 64 bits"));
        }
        return whole.longValue();
    }

    @Override
    public int compareTo(Decimal other) {
        return value.compareTo(other.value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Decimal decimal && value.compareTo(decimal.value) == 0;
    }

    @Override
    public int hashCode() {
        return value.stripTrailingZeros().hashCode();
    }

    /** The digits, without an exponent. */
    @Override
    public String toString() {
        return value.toPlainString();
    }
}
