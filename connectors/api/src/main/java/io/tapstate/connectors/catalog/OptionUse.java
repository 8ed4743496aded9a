package io.tapstate.connectors.catalog;

import java.util.List;

/**
 * What this release does with the value of a setting. A value it does not act on is refused when a plan is made, so that
 * nothing is read and then ignored.
 *
 * @param everyValue whether any value of the type is acted on
 * @param values where not every value is: those that are, because they ask for what happens anyway; may be empty
 */
public record OptionUse(boolean everyValue, List<String> values) {
    static final OptionUse EVERY_VALUE = new OptionUse(true, List.of());

    public OptionUse {
        values = List.copyOf(values);
        if (everyValue && !values.isEmpty()) {
            throw new IllegalArgumentException("every value or " + values);
        }
    }

    static OptionUse only(String... values) {
        return new OptionUse(false, List.of(values));
    }

    /** Whether this release acts on that text, which holds no reference. */
    public boolean actsOn(String value) {
        return everyValue || values.contains(value);
    }
}
