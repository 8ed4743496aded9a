package io.tapstate.planner.check;

import io.tapstate.connectors.api.ConfigError;
import io.tapstate.connectors.catalog.ConnectorCatalog;
import io.tapstate.connectors.catalog.ConnectorDescriptor;
import io.tapstate.connectors.catalog.OptionSpec;
import io.tapstate.connectors.catalog.SourceMode;
import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.Located;
import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.dsl.SourceSpec;
import io.tapstate.planner.plan.PlanError;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A source against the catalogue: its connector exists, reads that way, and takes those settings. */
public final class SourceCheck {
    /** Id of the source that the language reserves for the store of the views. */
    private static final String VIEWS = "views";

    private SourceCheck() {}

    public static void check(SourceSpec source, Faults faults) {
        if (source.id().value().equals(VIEWS)) {
            faults.add(
                    source.id().span(),
                    PlanError.NOT_SUPPORTED_YET,
                    "feature",
                    "a source named `" + VIEWS + "`, the store of the views,");
        }
        String id = source.connector().value();
        Optional<ConnectorDescriptor> connector = ConnectorCatalog.find(id);
        if (connector.isEmpty()) {
            faults.add(
                    source.connector().span(),
                    CheckError.CONNECTOR_NOT_FOUND,
                    "connector",
                    id,
                    "suggestion",
                    NearestName.suggestion(
                            id,
                            ConnectorCatalog.all().stream()
                                    .map(ConnectorDescriptor::id)
                                    .toList()));
            return;
        }
        mode(source, connector.get(), faults);
        config(source, connector.get(), faults);
    }

    private static void mode(SourceSpec source, ConnectorDescriptor connector, Faults faults) {
        List<String> modes = connector.modes().stream().map(SourceMode::text).toList();
        source.mode()
                .filter(mode -> !modes.contains(mode.value().text()))
                .ifPresent(mode -> faults.add(
                        mode.span(),
                        DslError.UNSUPPORTED_MODE,
                        "connector",
                        connector.id(),
                        "mode",
                        mode.value().text(),
                        "allowed",
                        modes.isEmpty()
                                ? "a connector that can be read: " + NearestName.oneOf(readable())
                                : NearestName.oneOf(modes)));
    }

    private static List<String> readable() {
        return ConnectorCatalog.all().stream()
                .filter(ConnectorDescriptor::isSource)
                .map(ConnectorDescriptor::id)
                .toList();
    }

    private static void config(SourceSpec source, ConnectorDescriptor connector, Faults faults) {
        Set<String> written = new HashSet<>();
        source.config().forEach((name, value) -> {
            written.add(name.value());
            connector
                    .option(name.value())
                    .ifPresentOrElse(
                            option -> value(connector, option, value, faults), () -> unknown(connector, name, faults));
        });
        for (OptionSpec option : connector.options()) {
            if (option.required() && !written.contains(option.name())) {
                faults.add(
                        source.configSpan(),
                        ConfigError.CONFIG_REQUIRED,
                        "field",
                        option.name(),
                        "connector",
                        connector.id());
            }
        }
    }

    private static void value(ConnectorDescriptor connector, OptionSpec option, Located<String> value, Faults faults) {
        if (!value.value().contains("${") && !option.type().accepts(value.value())) {
            faults.add(
                    value.span(),
                    ConfigError.CONFIG_TYPE_MISMATCH,
                    "field",
                    option.name(),
                    "connector",
                    connector.id(),
                    "expected",
                    option.type().expected(),
                    "value",
                    option.secret() ? "(not shown)" : value.value());
        }
    }

    private static void unknown(ConnectorDescriptor connector, Located<String> name, Faults faults) {
        List<String> known = connector.options().stream().map(OptionSpec::name).toList();
        faults.add(
                name.span(),
                DslError.UNKNOWN_FIELD,
                "field",
                name.value(),
                "where",
                "the `config` of a `" + connector.id() + "` source",
                "suggestion",
                NearestName.suggestion(name.value(), known));
    }
}
