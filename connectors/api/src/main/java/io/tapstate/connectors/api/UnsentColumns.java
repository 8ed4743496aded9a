package io.tapstate.connectors.api;

import java.util.List;

/**
 * Columns whose values a log leaves out of an update that did not change them.
 *
 * @param any those that may be left out whatever they hold, but for nulls and values of a byte or two
 * @param large those that are left out only where they hold more than {@link #LARGE} bytes
 */
public record UnsentColumns(List<String> any, List<String> large) {
    /** The log carries every value. */
    public static final UnsentColumns NONE = new UnsentColumns(List.of(), List.of());

    /** Bytes that a value of {@link #large} has at least where it is left out, less one. */
    public static final int LARGE = 20;

    public UnsentColumns {
        any = List.copyOf(any);
        large = List.copyOf(large);
    }

    public boolean isEmpty() {
        return any.isEmpty() && large.isEmpty();
    }
}
