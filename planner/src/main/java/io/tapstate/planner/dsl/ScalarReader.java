package io.tapstate.planner.dsl;

import io.tapstate.connectors.api.ConfigError;
import io.tapstate.planner.dsl.Interpolation.Part;
import io.tapstate.planner.dsl.YamlNode.YamlScalar;
import java.math.BigInteger;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Replaces references in scalars. Without variables (offline) a reference stays as written and its text is
 * {@linkplain #isOpen open}: it may become anything, so no check judges it.
 */
final class ScalarReader {
    private static final int LONGEST_INTEGER = 100;

    private final Optional<UnaryOperator<String>> variables;
    private final Faults faults;

    ScalarReader(Optional<UnaryOperator<String>> variables, Faults faults) {
        this.variables = variables;
        this.faults = faults;
    }

    /** The text with its references replaced; empty, and recorded, when one is unset or malformed. */
    Optional<String> text(YamlScalar scalar) {
        if (!wellFormed(scalar)) {
            return Optional.empty();
        }
        StringBuilder text = new StringBuilder();
        boolean complete = true;
        for (Part part : scalar.parts()) {
            String value = part.reference() ? value(part) : part.text();
            if (value == null) {
                faults.add(scalar.span(), ConfigError.UNDEFINED_VARIABLE, "name", part.name());
                complete = false;
            } else {
                text.append(value);
            }
        }
        return complete ? Optional.of(text.toString()) : Optional.empty();
    }

    /** As {@link #text}, but nothing is recorded. */
    Optional<String> peek(YamlScalar scalar) {
        return new ScalarReader(variables, new Faults()).text(scalar);
    }

    /** The text with its references as written, for what is resolved where a connection is opened. */
    Optional<String> unresolved(YamlScalar scalar) {
        return wellFormed(scalar) ? Optional.of(scalar.written()) : Optional.empty();
    }

    /** Whether a scalar is text by its own look; what holds references is. */
    boolean isText(YamlScalar scalar) {
        return !scalar.plain()
                || scalar.parts().stream().anyMatch(Part::reference)
                || ScalarType.of(scalar.written()) == ScalarType.TEXT;
    }

    /** Whether an offline text still holds a reference. */
    boolean isOpen(String text) {
        return variables.isEmpty() && text.contains("${");
    }

    /** An integer of the YAML core schema; empty when the text is none, or beyond 64 bits. */
    static Optional<Long> integer(String text) {
        if (text.length() > LONGEST_INTEGER || ScalarType.of(text) != ScalarType.INTEGER) {
            return Optional.empty();
        }
        BigInteger number = wholeNumber(text);
        return number.bitLength() < Long.SIZE ? Optional.of(number.longValue()) : Optional.empty();
    }

    /** The number that an {@link ScalarType#INTEGER} spells. */
    static BigInteger wholeNumber(String integer) {
        return integer.startsWith("0x")
                ? new BigInteger(integer.substring(2), 16)
                : integer.startsWith("0o") ? new BigInteger(integer.substring(2), 8) : new BigInteger(integer);
    }

    private boolean wellFormed(YamlScalar scalar) {
        boolean wellFormed = true;
        for (Part part : scalar.parts()) {
            if (part.malformed()) {
                faults.add(scalar.span(), DslError.MALFORMED_INTERPOLATION, "ref", part.text());
                wellFormed = false;
            }
        }
        return wellFormed;
    }

    private String value(Part reference) {
        if (variables.isEmpty()) {
            return reference.text();
        }
        String value = variables.get().apply(reference.name());
        return value != null ? value : reference.fallback();
    }
}
