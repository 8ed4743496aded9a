package io.tapstate.cli.command;

import io.tapstate.cli.error.ExitCode;
import io.tapstate.connectors.client.DeadLetterBox;
import io.tapstate.connectors.client.DeadLetterSelection;
import io.tapstate.connectors.client.DocumentReader;
import io.tapstate.connectors.mongodb.DeadLetterFields.Status;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dead-letters discard}. */
@Command(
        name = "discard",
        description = {
            "Put dead letters aside: they are kept, and neither listed nor tried again.",
            "A later version of the row that fails makes a letter of its own."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  tapstate dead-letters discard 3f2a",
            "  tapstate dead-letters discard --code capture.value-not-representable",
            "",
            "Exit status: 0, 1 when there is no such letter, 3 when there is no store."
        })
public final class DeadLettersDiscardCommand implements Callable<Integer> {
    private final CliContext context;

    @Parameters(arity = "0..*", paramLabel = "LETTER", description = "Letters by their ids, or their beginnings.")
    private List<String> ids = List.of();

    @Mixin
    private LetterFilter filter;

    @Option(names = "--all", description = "Every letter that is not settled.")
    private boolean all;

    @Mixin
    private StoreOptions store;

    @Mixin
    private OutputOption output;

    public DeadLettersDiscardCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        try (DocumentReader reader = store.open(context, "dead-letters")) {
            DeadLetterBox box = new DeadLetterBox(reader);
            DeadLetterSelection selection =
                    Letters.chosen(box, ids, filter, all, List.of(Status.OPEN, Status.REQUESTED));
            long discarded = box.discard(selection);
            output.print(
                    context.terminal(),
                    () -> discarded == 1 ? "1 dead letter is put aside\n" : discarded + " dead letters are put aside\n",
                    () -> Map.of("discarded", discarded));
        }
        return ExitCode.DONE;
    }
}
