package io.tapstate.planner.spec;

import io.tapstate.connectors.diagnostics.SourceSpan;
import java.util.List;
import java.util.Map;

/** A value of a free map ({@code config}, {@code options}, a constant of {@code map}), kept as its author wrote it. */
public sealed interface YamlValue {
    SourceSpan span();

    /**
     * @param value {@link String}, {@link java.math.BigInteger}, {@link java.math.BigDecimal} (finite floats), {@link
     *     Double} (infinities and NaN), {@link Boolean}, or null for YAML null. A scalar that holds a reference is text
     * @param text as written, without quotes, references included
     */
    record Scalar(Object value, String text, SourceSpan span) implements YamlValue {}

    record Items(List<YamlValue> items, SourceSpan span) implements YamlValue {
        public Items {
            items = List.copyOf(items);
        }
    }

    /** @param fields in file order */
    record Fields(Map<Located<String>, YamlValue> fields, SourceSpan span) implements YamlValue {}
}
