package io.tapstate.cli.workspace;

import static io.tapstate.cli.workspace.FieldPaths.field;
import static io.tapstate.cli.workspace.FieldPaths.items;
import static io.tapstate.cli.workspace.FieldPaths.text;
import static io.tapstate.cli.workspace.FieldPaths.texts;

import io.tapstate.connectors.api.VariableReferences;
import io.tapstate.connectors.catalog.ConnectorCatalog;
import io.tapstate.connectors.catalog.ConnectorDescriptor;
import io.tapstate.connectors.catalog.OptionSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The few facts by which people know a resource again; never a secret. */
public final class ResourceSummary {
    private static final String HIDDEN = "***";

    private final ListedResource resource;
    private final Map<String, Object> facts = new LinkedHashMap<>();

    private ResourceSummary(ListedResource resource) {
        this.resource = resource;
    }

    /** Facts by name, in the order of the language. Values are text or lists of text. */
    public static Map<String, Object> of(ListedResource resource) {
        ResourceSummary summary = new ResourceSummary(resource);
        resource.text("connector").ifPresent(connector -> summary.facts.put("connector", connector));
        resource.text("mode").ifPresent(mode -> summary.facts.put("mode", mode));
        resource.text("type").ifPresent(type -> summary.facts.put("type", type));
        String kind = resource.declared().orElse(resource.kind());
        switch (kind) {
            case "source" -> summary.list("tables", summary.tables());
            case "pipeline" -> summary.pipeline();
            case "view" -> {
                summary.list("primary_key", texts(field(resource.content(), "primary_key")));
                summary.collection(resource.content(), resource.id());
            }
            case "serve" -> summary.targets(resource.content());
            default -> {
                // A transform is known by its type.
            }
        }
        return summary.facts;
    }

    /** The settings of a source; what may be a secret is shown only where it is a reference. */
    public static Map<String, String> config(ListedResource resource) {
        Optional<ConnectorDescriptor> connector = resource.text("connector").flatMap(ConnectorCatalog::find);
        Map<String, String> shown = new LinkedHashMap<>();
        if (resource.content().get("config") instanceof Map<?, ?> config) {
            config.forEach((name, value) -> {
                Optional<OptionSpec> option = connector.flatMap(known -> known.option(name.toString()));
                boolean open = option.isPresent() && !option.get().secret();
                boolean reference = value instanceof String text
                        && VariableReferences.REFERENCE.matcher(text).matches();
                shown.put(name.toString(), open || reference ? String.valueOf(value) : HIDDEN);
            });
        }
        return shown;
    }

    private List<String> tables() {
        List<String> tables = new ArrayList<>();
        for (Object item : items(field(resource.content(), "tables"))) {
            tables.add(item instanceof String name ? name : text(item, "name", "?"));
        }
        return tables;
    }

    private void pipeline() {
        Object content = resource.content();
        list("sources", texts(field(content, "source")));
        List<?> steps = items(field(content, "transforms"));
        List<String> named = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            named.add(step(steps.get(i), i + 1));
        }
        list("transforms", named);
        Object view = field(content, "view");
        if (view != null) {
            String id = view instanceof String use ? use : text(view, "id", text(view, "use", "view"));
            facts.put("view", id);
            collection(view, id);
        }
        targets(field(content, "serve"));
        if (field(content, "settings") instanceof Map<?, ?> settings) {
            settings.forEach((name, value) -> facts.put("settings." + name, String.valueOf(value)));
        }
    }

    private static String step(Object step, int position) {
        if (step instanceof String use) {
            return use;
        }
        String use = text(step, "use", "");
        String type = text(step, "type", "");
        String id = text(step, "id", use.isEmpty() ? type + "_" + position : use);
        return use.isEmpty() ? id + " (" + type + ")" : id.equals(use) ? id : id + " (use " + use + ")";
    }

    private void collection(Object view, String fallback) {
        Object warm = field(field(view, "storage"), "warm");
        facts.put("collection", text(warm, "collection", fallback));
    }

    private void targets(Object serve) {
        List<String> targets = new ArrayList<>();
        items(field(serve, "sync")).forEach(sync -> targets.add(text(sync, "source", "?")));
        list("sync_to", targets);
        List<String> pushes = new ArrayList<>();
        items(field(serve, "push")).forEach(push -> pushes.add(text(push, "source", "?")));
        list("push_to", pushes);
    }

    private void list(String name, List<String> values) {
        if (!values.isEmpty()) {
            facts.put(name, values);
        }
    }
}
