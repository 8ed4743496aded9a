package io.tapstate.cli.render;

import io.tapstate.connectors.catalog.ConnectorDescriptor;
import io.tapstate.connectors.catalog.ConnectorRole;
import io.tapstate.connectors.catalog.OptionSpec;
import io.tapstate.connectors.catalog.PreparationStep;
import io.tapstate.connectors.catalog.SourceMode;
import io.tapstate.connectors.catalog.WriteMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the catalogue says about connectors, for people. */
public final class ConnectorScreen {
    private final Style style;

    public ConnectorScreen(Style style) {
        this.style = style;
    }

    /** One line per connector. */
    public String list(List<ConnectorDescriptor> connectors) {
        TextTable table = new TextTable("CONNECTOR", "NAME", "STAGE", "ROLE", "MODES", "WRITES", "IN THIS RELEASE");
        for (ConnectorDescriptor connector : connectors) {
            table.row(
                    connector.id(),
                    connector.title(),
                    connector.stage().text(),
                    joined(connector.roles().stream().map(ConnectorScreen::text).toList()),
                    joined(connector.modes().stream().map(SourceMode::text).toList()),
                    joined(connector.writeModes().stream().map(WriteMode::text).toList()),
                    runs(connector));
        }
        return table.render(style);
    }

    /** Everything about one connector. */
    public String show(ConnectorDescriptor connector) {
        StringBuilder text = new StringBuilder();
        text.append(style.bold(connector.id())).append("  ").append(connector.title());
        text.append(" (")
                .append(connector.stage().text())
                .append("), ")
                .append(runs(connector))
                .append('\n');
        if (connector.isSource()) {
            text.append("modes: ")
                    .append(joined(
                            connector.modes().stream().map(SourceMode::text).toList()))
                    .append('\n');
        }
        if (connector.isTarget()) {
            text.append("write modes: ")
                    .append(joined(
                            connector.writeModes().stream().map(WriteMode::text).toList()))
                    .append('\n');
        }
        text.append("\nsettings (under `config:`; * must be written)\n");
        int width = connector.options().stream()
                .mapToInt(option -> label(option).length())
                .max()
                .orElse(0);
        connector.options().forEach(option -> text.append(setting(option, width)));
        text.append("\npreparation\n");
        connector.preparation().forEach(step -> text.append(step(step)));
        text.append("\nlimits\n");
        connector.limits().forEach(limit -> text.append("  - ").append(limit).append('\n'));
        return text.toString();
    }

    private String setting(OptionSpec option, int width) {
        String label = label(option);
        String indent = " ".repeat(width + 4);
        StringBuilder text = new StringBuilder("  " + style.bold(label) + " ".repeat(width - label.length() + 2));
        text.append(option.description()).append('\n');
        String facts = String.join("; ", facts(option));
        return text.append(indent).append(style.faint(facts)).append('\n').toString();
    }

    /** Type, default, values, condition and use of a setting, as phrases. */
    public static List<String> facts(OptionSpec option) {
        List<String> facts = new ArrayList<>();
        facts.add(option.type().name().toLowerCase(Locale.ROOT) + (option.secret() ? ", secret" : ""));
        option.fallback().filter(value -> !value.isEmpty()).ifPresent(value -> facts.add("default " + value));
        if (!option.allowed().isEmpty()) {
            facts.add("one of " + String.join(", ", option.allowed()));
        }
        option.visibleWhen().ifPresent(condition -> facts.add("where " + condition));
        option.alias().ifPresent(alias -> facts.add("also written " + alias));
        if (!option.use().everyValue()) {
            List<String> values = option.use().values().stream()
                    .filter(value -> !value.isEmpty())
                    .toList();
            facts.add(
                    values.isEmpty()
                            ? "not acted on yet: refused when set"
                            : "not acted on yet: refused unless " + String.join(" or ", values));
        }
        return facts;
    }

    private static String label(OptionSpec option) {
        return option.name() + (option.required() ? "*" : "");
    }

    private String step(PreparationStep step) {
        String commands = step.commands().stream()
                .map(command -> "      " + command + "\n")
                .collect(Collectors.joining());
        return "  " + step.need().text() + ": " + step.title() + "\n" + style.faint(commands);
    }

    private static String runs(ConnectorDescriptor connector) {
        if (connector.runs().isEmpty()) {
            return "described, not run yet";
        }
        return connector.readable() ? connector.writable() ? "is read and written" : "is read" : "is written";
    }

    private static String text(ConnectorRole role) {
        return role.name().toLowerCase(Locale.ROOT);
    }

    private static String joined(Collection<String> texts) {
        return texts.isEmpty() ? "-" : String.join(", ", texts);
    }
}
