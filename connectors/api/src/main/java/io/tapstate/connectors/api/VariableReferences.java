package io.tapstate.connectors.api;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The two reference forms of a {@code .tap.yml}: {@code ${NAME}} and {@code ${var:NAME:default}}. A dollar sign that no
 * brace follows is plain text; there is no escape.
 */
public final class VariableReferences {
    /** Group 1 or 2 is the name, group 3 the default (only with group 2). */
    public static final Pattern REFERENCE =
            Pattern.compile("\\$\\{(?:([A-Za-z_][A-Za-z0-9_]*)|var:([A-Za-z_][A-Za-z0-9_]*):([^}]*))}");

    private VariableReferences() {}

    /** The variable a {@link #REFERENCE} match names. */
    public static String name(Matcher reference) {
        return reference.group(1) != null ? reference.group(1) : reference.group(2);
    }

    /** The value of one match: the variable, else the default, else null. */
    public static String value(Matcher reference, UnaryOperator<String> variables) {
        String value = variables.apply(name(reference));
        return value != null ? value : reference.group(3);
    }

    /** Resolves every value of a map; all unset variables are reported at once, each one once. */
    public static Map<String, String> resolveAll(Map<String, String> texts, UnaryOperator<String> variables) {
        Map<String, String> resolved = new LinkedHashMap<>();
        Set<String> unset = new LinkedHashSet<>();
        texts.forEach((key, text) -> {
            Matcher matcher = REFERENCE.matcher(text);
            resolved.put(key, matcher.replaceAll(reference -> {
                String value = value(matcher, variables);
                if (value == null) {
                    unset.add(name(matcher));
                    return "";
                }
                return Matcher.quoteReplacement(value);
            }));
        });
        if (!unset.isEmpty()) {
            List<Diagnostic> faults = unset.stream()
                    .map(name -> Diagnostic.of(ConfigError.UNDEFINED_VARIABLE, "name", name))
                    .toList();
            throw new TapException(faults, null);
        }
        return resolved;
    }
}
