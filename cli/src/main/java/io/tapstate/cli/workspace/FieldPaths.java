package io.tapstate.cli.workspace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Looks into plain values, whatever they turn out to be: what is not there, or is something else, is empty. */
final class FieldPaths {
    private FieldPaths() {}

    static Object field(Object value, String name) {
        return value instanceof Map<?, ?> map ? map.get(name) : null;
    }

    static List<?> items(Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    /** A scalar as a list of one. */
    static List<String> texts(Object value) {
        List<String> texts = new ArrayList<>();
        for (Object item : value instanceof List<?> list ? list : value == null ? List.of() : List.of(value)) {
            if (item instanceof String text && !text.isEmpty()) {
                texts.add(text);
            }
        }
        return texts;
    }

    /** The text at {@code name}, else the fallback. */
    static String text(Object value, String name, String fallback) {
        return field(value, name) instanceof String text && !text.isEmpty() ? text : fallback;
    }
}
