package io.tapstate.cli.workspace;

import static io.tapstate.cli.workspace.FieldPaths.field;
import static io.tapstate.cli.workspace.FieldPaths.items;

import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.VariableReferences;
import io.tapstate.connectors.client.TableSelection;
import io.tapstate.connectors.diagnostics.TapException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * A source resource as far as its database is concerned.
 *
 * @param config references as written; a list of texts as one text with commas
 * @param mode absent for a pure connection
 * @param tables what it selects
 */
public record DeclaredSource(
        String id, String connector, ConnectionConfig config, Optional<String> mode, TableSelection tables) {
    private static final String CDC = "cdc";

    /**
     * @param resource a source whose file has no faults
     * @param variables what references outside {@code config} mean; null when unset
     * @throws TapException {@code dsl.undefined-variable}
     */
    static DeclaredSource of(ListedResource resource, UnaryOperator<String> variables) {
        List<String> names = new ArrayList<>();
        List<Pattern> patterns = new ArrayList<>();
        for (Object item : items(field(resource.content(), "tables"))) {
            String name = item instanceof String text ? resolved(text, variables) : "";
            if (name.length() >= 2 && name.startsWith("/") && name.endsWith("/")) {
                patterns.add(Pattern.compile(name.substring(1, name.length() - 1)));
            } else {
                names.add(name.isEmpty() ? resolved(FieldPaths.text(item, "name", ""), variables) : name);
            }
        }
        return new DeclaredSource(
                resource.id(),
                resolved(resource.text("connector").orElse(""), variables),
                new ConnectionConfig(config(field(resource.content(), "config"))),
                resource.text("mode").map(mode -> resolved(mode, variables)),
                new TableSelection(names, patterns));
    }

    /** Whether its changes are followed, not only its rows read. */
    public boolean capture() {
        return mode.filter(CDC::equals).isPresent();
    }

    private static Map<String, String> config(Object config) {
        Map<String, String> values = new TreeMap<>();
        if (config instanceof Map<?, ?> map) {
            map.forEach((name, value) -> {
                String text = value instanceof List<?> ? String.join(",", FieldPaths.texts(value)) : "";
                if (value instanceof String scalar) {
                    text = scalar;
                }
                if (!text.isEmpty()) {
                    values.put(name.toString(), text);
                }
            });
        }
        return values;
    }

    private static String resolved(String text, UnaryOperator<String> variables) {
        return VariableReferences.resolveAll(Map.of("", text), variables).get("");
    }
}
