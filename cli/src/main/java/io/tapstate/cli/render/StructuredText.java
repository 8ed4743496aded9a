package io.tapstate.cli.render;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Answers for programs, as JSON or YAML. Takes maps, lists, text, numbers, booleans and null; a small writer of our own,
 * because a library's would cost a light verb more time than all the rest of it.
 */
public final class StructuredText {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_/.][A-Za-z0-9_/.-]*");
    private static final Set<String> WORDS =
            Set.of("true", "false", "null", "yes", "no", "on", "off", "y", "n", ".inf", ".nan");

    private final StringBuilder text = new StringBuilder();

    private StructuredText() {}

    /** Indented JSON that ends with a line end. */
    public static String json(Object value) {
        StructuredText writer = new StructuredText();
        writer.jsonValue(value, 0);
        return writer.text.append('\n').toString();
    }

    /** JSON on one line, without a line end. */
    public static String jsonLine(Object value) {
        StructuredText writer = new StructuredText();
        writer.jsonValue(value, -1);
        return writer.text.toString();
    }

    /** A YAML document without a marker; ends with a line end. */
    public static String yaml(Object value) {
        StructuredText writer = new StructuredText();
        if (isBlock(value)) {
            writer.yamlBlock(value, 0);
        } else {
            writer.yamlScalar(value);
            writer.text.append('\n');
        }
        return writer.text.toString();
    }

    private void jsonValue(Object value, int depth) {
        if (value instanceof Map<?, ?> map) {
            jsonItems('{', '}', map.entrySet(), depth);
        } else if (value instanceof List<?> list) {
            jsonItems('[', ']', list, depth);
        } else {
            jsonScalar(value);
        }
    }

    private void jsonItems(char open, char close, Iterable<?> items, int depth) {
        text.append(open);
        int inner = depth < 0 ? depth : depth + 1;
        boolean empty = true;
        for (Object item : items) {
            if (!empty) {
                text.append(depth < 0 ? ", " : ",");
            }
            empty = false;
            jsonLineEnd(inner);
            if (item instanceof Map.Entry<?, ?> entry) {
                quoted(String.valueOf(entry.getKey()));
                text.append(": ");
                jsonValue(entry.getValue(), inner);
            } else {
                jsonValue(item, inner);
            }
        }
        if (!empty) {
            jsonLineEnd(depth);
        }
        text.append(close);
    }

    private void jsonLineEnd(int depth) {
        if (depth >= 0) {
            text.append('\n').append("  ".repeat(depth));
        }
    }

    private void jsonScalar(Object value) {
        if (value == null || value instanceof Boolean || value instanceof Number) {
            text.append(value);
        } else {
            quoted(value.toString());
        }
    }

    private static boolean isBlock(Object value) {
        return value instanceof Map<?, ?> map && !map.isEmpty() || value instanceof List<?> list && !list.isEmpty();
    }

    private void yamlBlock(Object value, int depth) {
        String indent = "  ".repeat(depth);
        if (value instanceof Map<?, ?> map) {
            boolean first = true;
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                // The first field of an item stands behind its dash.
                boolean behindDash = first && text.length() > 1 && text.charAt(text.length() - 2) == '-';
                text.append(behindDash ? "" : indent);
                first = false;
                yamlScalar(String.valueOf(entry.getKey()));
                text.append(':');
                yamlRest(entry.getValue(), depth + (entry.getValue() instanceof List ? 0 : 1));
            }
        } else {
            for (Object item : (List<?>) value) {
                text.append(indent).append("- ");
                if (item instanceof Map<?, ?> map && !map.isEmpty()) {
                    yamlBlock(item, depth + 1);
                } else {
                    text.setLength(text.length() - 1);
                    yamlRest(item, depth + 1);
                }
            }
        }
    }

    private void yamlRest(Object value, int depth) {
        if (isBlock(value)) {
            text.append('\n');
            yamlBlock(value, depth);
        } else {
            text.append(' ');
            yamlScalar(value);
            text.append('\n');
        }
    }

    private void yamlScalar(Object value) {
        if (value instanceof Map) {
            text.append("{}");
        } else if (value instanceof List) {
            text.append("[]");
        } else if (value instanceof CharSequence
                && PLAIN.matcher((CharSequence) value).matches()
                && !WORDS.contains(value.toString().toLowerCase(Locale.ROOT))) {
            text.append((CharSequence) value);
        } else {
            jsonScalar(value);
        }
    }

    private void quoted(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"', '\\' -> text.append('\\').append(c);
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (c < 0x20 || c >= 0x7f && c < 0xa0 || c == 0x2028 || c == 0x2029 || c == 0xfeff) {
                        text.append(String.format("\\u%04x", (int) c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }
}
