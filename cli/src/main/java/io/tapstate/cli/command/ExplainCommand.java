package io.tapstate.cli.command;

import io.tapstate.cli.error.CliError;
import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.explain.CodePage;
import io.tapstate.cli.render.ExplanationText;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.grammar.GrammarReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code explain}: a field of the language, or a code. */
@Command(
        name = "explain",
        description = "Explain a field of the language by its path, or a code that a fault showed.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  tapstate explain",
            "  tapstate explain pipeline.transforms.nest.root.embed",
            "  tapstate explain dsl.unknown-field",
            "",
            "Exit status: 0, or 1 when there is no such field or code."
        })
public final class ExplainCommand implements Callable<Integer> {
    private final CliContext context;

    @Parameters(
            arity = "0..1",
            paramLabel = "TOPIC",
            description = "A kind, a kind and a field path, or a code (default: the kinds).")
    private String topic;

    @Mixin
    private OutputOption output;

    public ExplainCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        ExplanationText text = new ExplanationText(context.terminal().style());
        if (topic == null) {
            List<GrammarReference.Entry> kinds = GrammarReference.kinds();
            output.print(
                    context.terminal(),
                    () -> text.kinds(kinds),
                    () -> Map.of(
                            "kinds", kinds.stream().map(ExplanationText::fields).toList()));
            return ExitCode.DONE;
        }
        Optional<GrammarReference.Entry> field = GrammarReference.find(topic);
        if (field.isPresent()) {
            output.print(context.terminal(), () -> text.field(field.get()), () -> ExplanationText.fields(field.get()));
            return ExitCode.DONE;
        }
        CodePage codes = CodePage.read();
        CodePage.Entry code = codes.find(topic).orElseThrow(() -> unknown(codes));
        output.print(context.terminal(), () -> text.code(code), () -> ExplanationText.fields(code));
        return ExitCode.DONE;
    }

    private TapException unknown(CodePage codes) {
        List<String> topics = topics(codes);
        return TapException.of(
                CliError.UNKNOWN_TOPIC,
                "topic",
                topic,
                "suggestion",
                NearestName.of(topic, topics)
                        .or(this::deepestKnown)
                        .map(near -> "`" + near + "`")
                        .orElse("a path that begins with a kind (`tapstate explain` lists them), or a code"));
    }

    // Of a path that goes wrong somewhere: how far it is right.
    private Optional<String> deepestKnown() {
        String path = topic;
        while (path.contains(".")) {
            path = path.substring(0, path.lastIndexOf('.'));
            if (GrammarReference.find(path).isPresent()) {
                return Optional.of(path);
            }
        }
        return Optional.empty();
    }

    static List<String> topics(CodePage codes) {
        List<String> topics = new ArrayList<>(GrammarReference.paths());
        topics.addAll(codes.codes());
        return topics;
    }
}
