package io.tapstate.planner.plan;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Trees of sorted maps, lists, texts, numbers and booleans as block-style YAML 1.2. */
final class PlanYaml {
    /** What no reader could take for anything but text. */
    private static final Pattern BARE = Pattern.compile("[A-Za-z_][A-Za-z0-9_./-]*");

    private static final Set<String> WORDS = Set.of("true", "false", "null", "yes", "no", "on", "off", "y", "n");

    private final StringBuilder out = new StringBuilder();

    private PlanYaml() {}

    static String text(Map<String, Object> tree) {
        PlanYaml yaml = new PlanYaml();
        yaml.fields(tree, "", false);
        return yaml.out.toString();
    }

    /** @param continued the first field stands on a line that is begun */
    private void fields(Map<?, ?> fields, String indent, boolean continued) {
        boolean begun = continued;
        for (Map.Entry<?, ?> field : fields.entrySet()) {
            out.append(begun ? "" : indent).append(scalar(field.getKey())).append(':');
            begun = false;
            value(field.getValue(), indent + "  ");
        }
    }

    private void value(Object value, String indent) {
        if (value instanceof Map<?, ?> map && !map.isEmpty()) {
            out.append('\n');
            fields(map, indent, false);
        } else if (value instanceof List<?> list && !list.isEmpty()) {
            out.append('\n');
            for (Object item : list) {
                out.append(indent).append('-');
                if (item instanceof Map<?, ?> map && !map.isEmpty()) {
                    out.append(' ');
                    fields(map, indent + "  ", true);
                } else {
                    value(item, indent + "  ");
                }
            }
        } else {
            out.append(' ').append(value instanceof Map ? "{}" : value instanceof List ? "[]" : scalar(value));
            out.append('\n');
        }
    }

    private static String scalar(Object value) {
        if (!(value instanceof String text)) {
            return String.valueOf(value);
        }
        return BARE.matcher(text).matches() && !WORDS.contains(text.toLowerCase(Locale.ROOT)) ? text : quoted(text);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            boolean pair = Character.isHighSurrogate(character)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            if (pair) {
                quoted.append(character).append(text.charAt(++i));
            } else if (character == '"' || character == '\\') {
                quoted.append('\\').append(character);
            } else if (character == '\n') {
                quoted.append("\\n");
            } else if (character < 0x20
                    || character > 0x7e && (character < 0xa0 || character >= 0xd800)
                    || character == '\u2028'
                    || character == '\u2029') {
                String digits = Integer.toHexString(character);
                quoted.append("\\u").append("0".repeat(4 - digits.length())).append(digits);
            } else {
                quoted.append(character);
            }
        }
        return quoted.append('"').toString();
    }
}
