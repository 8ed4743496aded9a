package io.tapstate.connectors.catalog;

import io.tapstate.connectors.api.VariableReferences;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A setting that means something only beside certain values of another.
 *
 * @param controlling the setting that decides
 * @param values the values beside which it has a meaning
 */
public record VisibleWhen(OptionSpec controlling, List<String> values) {
    public VisibleWhen {
        Objects.requireNonNull(controlling);
        values = List.copyOf(values);
    }

    /** As {@link OptionSpec#visible}; a controlling value that is still a reference may become anything, so it counts. */
    boolean holds(Map<String, String> config) {
        if (!controlling.visible(config)) {
            return false;
        }
        String value = controlling.valueIn(config).or(controlling::fallback).orElse("");
        return values.contains(value)
                || VariableReferences.REFERENCE.matcher(value).find();
    }

    @Override
    public String toString() {
        return controlling.name() + " is " + String.join(" or ", values);
    }
}
