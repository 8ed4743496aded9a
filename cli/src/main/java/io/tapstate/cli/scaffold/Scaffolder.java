package io.tapstate.cli.scaffold;

import io.tapstate.cli.error.CliError;
import io.tapstate.cli.scaffold.Questions.Question;
import io.tapstate.cli.scaffold.Questions.Rule;
import io.tapstate.cli.workspace.ListedResource;
import io.tapstate.cli.workspace.ResourceKind;
import io.tapstate.cli.workspace.ResourceSummary;
import io.tapstate.cli.workspace.WorkspaceListing;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.dsl.NearestName;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** From what the command line says and what is asked to the text of a new resource. */
public final class Scaffolder {
    private static final String HEAD = "version: tapstate/v1\n";

    private final ScaffoldRequest request;
    private final WorkspaceListing workspace;
    private final Questions questions;

    public Scaffolder(ScaffoldRequest request, WorkspaceListing workspace, Questions questions) {
        this.request = request;
        this.workspace = workspace;
        this.questions = questions;
    }

    /**
     * Asks until everything is known.
     *
     * @throws TapException when something given or missing will not do
     */
    public Scaffold scaffold() {
        String spelling = choice("--kind", "kind", ResourceKind.spellings(), request.kind(), Optional.of("source"));
        return switch (ResourceKind.of(spelling).orElseThrow()) {
            case SOURCE -> new SourceScaffold(request, questions, this).scaffold();
            case PIPELINE -> pipeline();
            case TRANSFORM -> transform();
            case VIEW -> view();
            case SERVE -> serve();
        };
    }

    private Scaffold pipeline() {
        List<String> readable = captureSources();
        List<String> sources = listed(
                "--source", "sources, separated by commas", request.sources(), readable, "ids of source resources");
        String id = id(sources.get(0).replaceAll("_db$", "") + "_pipeline");
        YamlText text = head("pipeline", id).oneOrMore("source", sources);
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("sources", sources);
        if (request.syncTargets().isEmpty() || !request.tables().isEmpty()) {
            String table = table(sources.get(0));
            List<String> key = primaryKey();
            text.lines("view:\n").field("  id", id + "_view");
            text.field("  from", table.contains(".") ? table : sources.get(0) + "." + table);
            text.oneOrMore("  primary_key", key);
            facts.put("primary_key", key);
        }
        if (!request.syncTargets().isEmpty()) {
            text.lines("serve:\n  # Every table of the sources; name one to write only that.\n  from: /.*/\n");
            syncs(text, "  ", request.syncTargets());
            facts.put("surfaces", request.syncTargets());
        }
        return new Scaffold("pipeline", id, facts, text.toString());
    }

    private Scaffold transform() {
        String type = choice("--type", "type", TransformScaffold.types(), request.type(), Optional.of("filter"));
        String id = id(type + "_rows");
        String text = head("transform", id)
                .field("type", type)
                .lines(TransformScaffold.body(type))
                .toString();
        return new Scaffold("transform", id, Map.of("type", type), text);
    }

    private Scaffold view() {
        String id = id("my_view");
        List<String> key = primaryKey();
        YamlText text = head("view", id).oneOrMore("primary_key", key);
        text.lines("storage:\n  warm:\n").field("    collection", id);
        return new Scaffold("view", id, Map.of("primary_key", key), text.toString());
    }

    private Scaffold serve() {
        String id = id("my_serve");
        List<String> targets = listed(
                "--sync-to",
                "sources to write to, separated by commas",
                request.syncTargets(),
                List.of(),
                "ids of source resources");
        YamlText text = head("serve", id);
        syncs(text, "", targets);
        return new Scaffold("serve", id, Map.of("surfaces", targets), text.toString());
    }

    private static void syncs(YamlText text, String indent, List<String> targets) {
        text.lines(indent + "sync:\n");
        for (String target : targets) {
            text.field(indent + "  - id", "to_" + target).field(indent + "    source", target);
        }
    }

    static YamlText head(String kind, String id) {
        return new YamlText().lines(HEAD).lines("kind: " + kind + "\n").field("id", id);
    }

    String id(String fallback) {
        return answer(
                "--id",
                "id",
                "a name without a dot",
                request.id(),
                Optional.of(fallback),
                text -> !text.isBlank() && text.indexOf('.') < 0 && text.chars().noneMatch(Character::isISOControl));
    }

    /** What was given, else what is asked; refused when the rule does not take it. */
    String answer(
            String option, String what, String expected, Optional<String> given, Optional<String> fallback, Rule rule) {
        if (given.isPresent()) {
            if (!rule.accepts(given.get())) {
                throw TapException.of(
                        CliError.INVALID_ANSWER, "option", option, "value", given.get(), "expected", expected);
            }
            return given.get();
        }
        return questions.ask(new Question(option, what, expected, fallback), rule);
    }

    String choice(String option, String what, List<String> choices, Optional<String> given, Optional<String> fallback) {
        String expected =
                given.map(text -> NearestName.suggestion(text, choices)).orElse(NearestName.oneOf(choices));
        return answer(
                option, what + " (" + String.join(", ", choices) + ")", expected, given, fallback, choices::contains);
    }

    private List<String> listed(
            String option, String what, List<String> given, List<String> fallback, String expected) {
        if (!given.isEmpty()) {
            return given;
        }
        Optional<String> usual = fallback.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", fallback));
        String answer = answer(
                option,
                what,
                expected,
                Optional.empty(),
                usual,
                text -> !words(text).isEmpty());
        return words(answer);
    }

    static List<String> words(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .distinct()
                .toList();
    }

    private List<String> primaryKey() {
        return listed(
                "--primary-key",
                "columns of the key, separated by commas",
                request.primaryKey(),
                List.of("id"),
                "columns");
    }

    private String table(String source) {
        Optional<String> known = workspace.find(source).stream()
                .map(ListedResource::content)
                .flatMap(content -> content.get("tables") instanceof List<?> tables ? tables.stream() : null)
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .filter(name -> !name.startsWith("/"))
                .findFirst();
        Optional<String> given = request.tables().stream().findFirst();
        return answer(
                "--table", "table that the view shows", "a table of " + source, given, known, text -> !text.isBlank());
    }

    private List<String> captureSources() {
        return workspace.resources().stream()
                .filter(resource -> resource.is(ResourceKind.SOURCE))
                .filter(resource -> ResourceSummary.of(resource).containsKey("mode"))
                .map(ListedResource::id)
                .toList();
    }
}
