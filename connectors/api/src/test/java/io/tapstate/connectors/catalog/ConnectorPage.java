package io.tapstate.connectors.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** docs/connectors.md, written from the catalogue. */
final class ConnectorPage {
    private final StringBuilder page = new StringBuilder();

    private ConnectorPage() {}

    static String text() {
        ConnectorPage page = new ConnectorPage();
        page.head();
        ConnectorCatalog.all().forEach(page::connector);
        return page.page.toString();
    }

    private void head() {
        page.append("# Connectors\n\n")
                .append("What `connector:` of a source may name, and what may stand under its `config:`. ")
                .append("The same facts on the command line: `tapstate connectors`, `tapstate connectors show NAME`. ")
                .append("Whether a server is prepared: `tapstate test SOURCE`.\n\n")
                .append(
                        "A setting that this release does not act on is known, so that files which have it can be read; ")
                .append("a value that asks for more than happens anyway is refused when a plan is made.\n\n")
                .append("This page is written from the catalogue; a test fails when the two differ.\n\n")
                .append("| Connector | Name | Stage | Role | Modes | Write modes | In this release |\n")
                .append("|---|---|---|---|---|---|---|\n");
        for (ConnectorDescriptor connector : ConnectorCatalog.all()) {
            row(
                    "[`" + connector.id() + "`](#" + connector.id() + ")",
                    connector.title(),
                    connector.stage().text(),
                    joined(connector.roles().stream().map(ConnectorPage::lower).toList()),
                    joined(connector.modes().stream()
                            .map(mode -> code(mode.text()))
                            .toList()),
                    joined(connector.writeModes().stream()
                            .map(mode -> code(mode.text()))
                            .toList()),
                    connector.readable() ? "read" : connector.writable() ? "written" : "described only");
        }
    }

    private void connector(ConnectorDescriptor connector) {
        page.append("\n## ").append(connector.id()).append("\n\n");
        page.append(connector.title()).append(".\n\n");
        page.append("| Setting | Type | Required | Default | Meaning |\n|---|---|---|---|---|\n");
        for (OptionSpec option : connector.options()) {
            row(
                    option.names().stream().map(ConnectorPage::code).collect(Collectors.joining(" or ")),
                    lower(option.type()) + (option.secret() ? ", secret" : ""),
                    option.required() ? "yes" : "",
                    option.fallback()
                            .filter(value -> !value.isEmpty())
                            .map(ConnectorPage::code)
                            .orElse(""),
                    meaning(option));
        }
        page.append("\nPreparation:\n");
        for (PreparationStep step : connector.preparation()) {
            page.append("\n- ")
                    .append(step.need().text())
                    .append(": ")
                    .append(step.title())
                    .append("\n");
            if (!step.commands().isEmpty()) {
                page.append("\n  ```\n");
                step.commands()
                        .forEach(command -> page.append("  ").append(command).append("\n"));
                page.append("  ```\n");
            }
        }
        page.append("\nLimits:\n\n");
        connector.limits().forEach(limit -> page.append("- ").append(limit).append("\n"));
    }

    private static String meaning(OptionSpec option) {
        List<String> sentences = new ArrayList<>(List.of(option.description()));
        if (!option.allowed().isEmpty()) {
            sentences.add("One of " + codes(option.allowed()));
        }
        option.visibleWhen()
                .ifPresent(condition -> sentences.add(
                        "Only where " + code(condition.controlling().name()) + " is "
                                + (condition.values().contains("") ? "absent" : codes(condition.values()))));
        if (!option.use().everyValue()) {
            List<String> values = option.use().values().stream()
                    .filter(value -> !value.isEmpty())
                    .toList();
            sentences.add(
                    values.isEmpty()
                            ? "Not acted on yet: refused when set"
                            : "Not acted on yet: refused unless " + codes(values));
        }
        return String.join(". ", sentences) + ".";
    }

    private void row(String... cells) {
        for (String cell : cells) {
            page.append(cell.isEmpty() ? "| " : "| " + cell + " ");
        }
        page.append("|\n");
    }

    private static String codes(List<String> texts) {
        return texts.stream().map(ConnectorPage::code).collect(Collectors.joining(", "));
    }

    private static String code(String text) {
        return "`" + text + "`";
    }

    private static String joined(List<String> texts) {
        return texts.isEmpty() ? "-" : String.join(", ", texts);
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
