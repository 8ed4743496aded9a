package io.tapstate.planner.dsl;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.planner.dsl.YamlNode.YamlMapping;
import io.tapstate.planner.dsl.YamlNode.YamlScalar;
import io.tapstate.planner.dsl.YamlNode.YamlSequence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a file says, taken as plain YAML: for listings, which must show a resource however wrong it is. Nothing is
 * judged beyond the YAML itself, and references stay as written.
 *
 * @param content mappings as {@code Map} in file order, lists as {@code List}, scalars as their text, null as empty
 *     text; empty for a file that is not readable YAML
 * @param faults why it is not
 */
public record FileOutline(TapFile file, Map<String, Object> content, List<Diagnostic> faults) {
    public static FileOutline of(TapFile file) {
        Faults faults = new Faults();
        Optional<YamlMapping> root = new YamlReader(file, faults).read();
        return new FileOutline(file, root.map(FileOutline::plain).orElse(Map.of()), faults.sorted());
    }

    public boolean readable() {
        return faults.isEmpty();
    }

    /** The text of a top-level field that is a scalar. */
    public Optional<String> text(String field) {
        return content.get(field) instanceof String text && !text.isEmpty() ? Optional.of(text) : Optional.empty();
    }

    private static Map<String, Object> plain(YamlMapping mapping) {
        Map<String, Object> fields = new LinkedHashMap<>();
        mapping.entries().forEach(entry -> fields.put(entry.key().written(), plain(entry.value())));
        return fields;
    }

    private static Object plain(YamlNode node) {
        if (node instanceof YamlMapping mapping) {
            return plain(mapping);
        }
        if (node instanceof YamlSequence sequence) {
            List<Object> items = new ArrayList<>();
            sequence.items().forEach(item -> items.add(plain(item)));
            return items;
        }
        YamlScalar scalar = (YamlScalar) node;
        return scalar.isNull() ? "" : scalar.written();
    }
}
