package io.tapstate.cli.scaffold;

import io.tapstate.cli.error.CliError;
import io.tapstate.connectors.api.VariableReferences;
import io.tapstate.connectors.catalog.ConnectorCatalog;
import io.tapstate.connectors.catalog.ConnectorDescriptor;
import io.tapstate.connectors.catalog.OptionSpec;
import io.tapstate.connectors.catalog.SourceMode;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.dsl.NearestName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A new {@code kind: source}, as the catalogue describes its connector. */
final class SourceScaffold {
    private static final String NO_MODE = "none";

    /** Worth a line although they have defaults: what people look for in such a file. */
    private static final Set<String> USUAL = Set.of("port", "schema", "password");

    private final ScaffoldRequest request;
    private final Questions questions;
    private final Scaffolder scaffolder;

    SourceScaffold(ScaffoldRequest request, Questions questions, Scaffolder scaffolder) {
        this.request = request;
        this.questions = questions;
        this.scaffolder = scaffolder;
    }

    Scaffold scaffold() {
        ConnectorDescriptor connector = connector();
        String id = scaffolder.id(connector.id() + "_db");
        String mode = mode(connector);
        Map<String, String> config = config(connector, id);
        List<String> tables = mode.equals(NO_MODE) ? List.of() : tables();

        YamlText text = Scaffolder.head("source", id).field("connector", connector.id());
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("connector", connector.id());
        if (!config.isEmpty()) {
            text.lines("config:\n");
            config.forEach((name, value) -> text.field("  " + name, value));
        }
        if (!mode.equals(NO_MODE)) {
            text.field("mode", mode);
            facts.put("mode", mode);
        }
        if (!tables.isEmpty()) {
            text.list("tables", tables);
            facts.put("tables", tables);
        }
        return new Scaffold("source", id, facts, text.toString());
    }

    private ConnectorDescriptor connector() {
        List<String> ids =
                ConnectorCatalog.all().stream().map(ConnectorDescriptor::id).toList();
        String id = request.connector()
                .orElseGet(() -> questions.ask(
                        new Questions.Question(
                                "--connector",
                                "connector (" + String.join(", ", ids) + ")",
                                NearestName.oneOf(ids),
                                Optional.empty()),
                        ids::contains));
        return ConnectorCatalog.find(id)
                .orElseThrow(() -> TapException.of(
                        CliError.UNKNOWN_CONNECTOR, "connector", id, "suggestion", NearestName.suggestion(id, ids)));
    }

    private String mode(ConnectorDescriptor connector) {
        List<String> modes =
                new ArrayList<>(connector.modes().stream().map(SourceMode::text).toList());
        modes.add(NO_MODE);
        String usual = modes.contains(SourceMode.CDC.text()) ? SourceMode.CDC.text() : modes.get(0);
        return modes.size() == 1 && request.mode().isEmpty()
                ? NO_MODE
                : scaffolder.choice("--mode", "mode", modes, request.mode(), Optional.of(usual));
    }

    private List<String> tables() {
        return request.tables().isEmpty()
                ? Scaffolder.words(questions.ask(
                        new Questions.Question(
                                "--table", "tables, separated by commas (none: all)", "names", Optional.of("")),
                        text -> true))
                : request.tables();
    }

    private Map<String, String> config(ConnectorDescriptor connector, String id) {
        request.settings().keySet().stream().sorted().forEach(name -> require(connector, name));
        Map<String, String> config = new LinkedHashMap<>();
        for (OptionSpec option : connector.options()) {
            Optional<String> given = Optional.ofNullable(request.settings().get(option.name()));
            Map<String, String> known = new HashMap<>(request.settings());
            known.putAll(config);
            boolean usual = option.required() || USUAL.contains(option.name());
            if (given.isPresent() || usual && option.visible(known)) {
                config.put(option.name(), option.secret() ? secret(option, id, given) : setting(option, id, given));
            }
        }
        config.values().removeIf(String::isEmpty);
        return config;
    }

    private static void require(ConnectorDescriptor connector, String name) {
        if (connector.option(name).isEmpty()) {
            throw TapException.of(
                    CliError.UNKNOWN_SETTING,
                    "name",
                    name,
                    "connector",
                    connector.id(),
                    "suggestion",
                    NearestName.suggestion(
                            name,
                            connector.options().stream().map(OptionSpec::name).toList()));
        }
    }

    private String setting(OptionSpec option, String id, Optional<String> given) {
        return scaffolder.answer(
                "--set " + option.name() + "=...",
                "config." + option.name() + ", " + option.description(),
                option.allowed().isEmpty() ? option.type().expected() : NearestName.oneOf(option.allowed()),
                given,
                Optional.of(option.fallback().orElseGet(() -> reference(id, option.name()))),
                text -> isReference(text)
                        || (option.allowed().isEmpty()
                                ? option.type().accepts(text)
                                : option.allowed().contains(text)));
    }

    /** Only ever the name of a variable. */
    private String secret(OptionSpec option, String id, Optional<String> given) {
        String usual = reference(id, option.name());
        if (given.isPresent()) {
            if (!isReference(given.get())) {
                throw TapException.of(CliError.SECRET_IN_ARGUMENT, "name", option.name(), "variable", usual);
            }
            return given.get();
        }
        String variable = questions.ask(
                new Questions.Question(
                        "--set " + option.name() + "=...",
                        "config." + option.name() + ", a secret: the variable that will hold it",
                        "the name of an environment variable",
                        Optional.of(usual.substring(2, usual.length() - 1))),
                text -> text.matches("[A-Za-z_][A-Za-z0-9_]*"));
        return "${" + variable + "}";
    }

    private static boolean isReference(String text) {
        return VariableReferences.REFERENCE.matcher(text).matches();
    }

    // orders_db and host make ${ORDERS_DB_HOST}.
    private static String reference(String id, String setting) {
        String name = (id + "_" + setting).toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9_]", "_");
        return "${" + (Character.isDigit(name.charAt(0)) ? "_" : "") + name + "}";
    }
}
