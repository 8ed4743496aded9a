package io.tapstate.cli.render;

import io.tapstate.connectors.catalog.ConnectorDescriptor;
import io.tapstate.connectors.catalog.ConnectorRole;
import io.tapstate.connectors.catalog.OptionSpec;
import io.tapstate.connectors.catalog.PreparationStep;
import io.tapstate.connectors.catalog.SourceMode;
import io.tapstate.connectors.catalog.WriteMode;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the catalogue says about connectors, for programs. */
public final class ConnectorFields {
    private ConnectorFields() {}

    /** The facts of a listing. */
    public static Map<String, Object> of(ConnectorDescriptor connector) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", connector.id());
        fields.put("name", connector.title());
        fields.put("stage", connector.stage().text());
        fields.put("roles", roles(connector.roles()));
        fields.put("runs", roles(connector.runs()));
        fields.put("modes", connector.modes().stream().map(SourceMode::text).toList());
        fields.put(
                "writeModes",
                connector.writeModes().stream().map(WriteMode::text).toList());
        return fields;
    }

    /** All there is. */
    public static Map<String, Object> whole(ConnectorDescriptor connector) {
        Map<String, Object> fields = of(connector);
        fields.put(
                "config",
                connector.options().stream().map(ConnectorFields::option).toList());
        fields.put(
                "preparation",
                connector.preparation().stream().map(ConnectorFields::step).toList());
        fields.put("limits", connector.limits());
        return fields;
    }

    private static Map<String, Object> option(OptionSpec option) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", option.name());
        option.alias().ifPresent(alias -> fields.put("alias", alias));
        fields.put("type", lower(option.type()));
        fields.put("description", option.description());
        fields.put("required", option.required());
        fields.put("secret", option.secret());
        option.fallback().ifPresent(fallback -> fields.put("default", fallback));
        if (!option.allowed().isEmpty()) {
            fields.put("options", option.allowed());
        }
        option.visibleWhen().ifPresent(condition -> {
            Map<String, Object> visible = new LinkedHashMap<>();
            visible.put("controllingField", condition.controlling().name());
            visible.put("equalsAnyOf", condition.values());
            fields.put("visibleWhen", visible);
        });
        if (!option.use().everyValue()) {
            fields.put("actedOnOnly", option.use().values());
        }
        return fields;
    }

    private static Map<String, Object> step(PreparationStep step) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("need", lower(step.need()));
        fields.put("title", step.title());
        fields.put("commands", step.commands());
        return fields;
    }

    private static List<String> roles(Collection<ConnectorRole> roles) {
        return roles.stream().map(ConnectorFields::lower).toList();
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
