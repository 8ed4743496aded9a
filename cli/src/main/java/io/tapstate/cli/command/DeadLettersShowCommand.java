package io.tapstate.cli.command;

import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.render.DocumentRenderer;
import io.tapstate.connectors.client.DeadLetterBox;
import io.tapstate.connectors.client.DocumentReader;
import java.util.concurrent.Callable;
import org.bson.BsonDocument;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dead-letters show}. */
@Command(
        name = "show",
        description = "Print one dead letter: the row, the reason, the step, the times.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  tapstate dead-letters show 3f2a",
            "  tapstate dead-letters show 3f2a -o json | jq .row",
            "",
            "Exit status: 0, 1 when there is no such letter, 3 when there is no store."
        })
public final class DeadLettersShowCommand implements Callable<Integer> {
    private final CliContext context;

    @Parameters(paramLabel = "LETTER", description = "A letter's id, or its beginning.")
    private String id;

    @Mixin
    private StoreOptions store;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, json or yaml (default: text).")
    private OutputFormat output = OutputFormat.TEXT;

    public DeadLettersShowCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        try (DocumentReader reader = store.open(context, "dead-letters")) {
            BsonDocument letter = Letters.only(new DeadLetterBox(reader), id);
            context.terminal()
                    .out()
                    .println(
                            output == OutputFormat.TEXT
                                    ? DocumentRenderer.pretty(letter)
                                    : DocumentRenderer.json(letter));
        }
        return ExitCode.DONE;
    }
}
