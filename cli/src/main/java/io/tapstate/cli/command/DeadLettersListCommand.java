package io.tapstate.cli.command;

import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.render.DocumentRenderer;
import io.tapstate.cli.render.LetterScreen;
import io.tapstate.cli.render.Terminal;
import io.tapstate.connectors.client.DeadLetterBox;
import io.tapstate.connectors.client.DeadLetterSelection;
import io.tapstate.connectors.client.DocumentReader;
import io.tapstate.connectors.mongodb.DeadLetterFields.Status;
import java.util.List;
import java.util.concurrent.Callable;
import org.bson.BsonDocument;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dead-letters list}. */
@Command(
        name = "list",
        description = "List the rows that steps could not process, the last first.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  tapstate dead-letters list",
            "  tapstate dead-letters list --pipeline order_pipeline --code transform.script-failed",
            "  tapstate dead-letters list --counts",
            "  tapstate dead-letters list --all -o json | jq .key",
            "",
            "Exit status: 0, 3 when there is no store."
        })
public final class DeadLettersListCommand implements Callable<Integer> {
    private final CliContext context;

    @Mixin
    private LetterFilter filter;

    @Option(names = "--all", description = "Also those that are settled: replayed, superseded, discarded.")
    private boolean all;

    @Option(names = "--counts", description = "How many there are by pipeline, step, reason and state.")
    private boolean counts;

    @Option(names = "--limit", paramLabel = "N", description = "Letters to print (default: 50).")
    private int limit = 50;

    @Mixin
    private StoreOptions store;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, json or yaml: one letter per line (default: text).")
    private OutputFormat output = OutputFormat.TEXT;

    public DeadLettersListCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        int shown = ViewQuery.limit(limit);
        DeadLetterSelection selection = filter.selection(List.of(), all ? List.of() : Status.UNSETTLED);
        try (DocumentReader reader = store.open(context, "dead-letters")) {
            DeadLetterBox box = new DeadLetterBox(reader);
            if (counts) {
                print(LetterScreen.counts(box.counts(selection)), true);
                return ExitCode.DONE;
            }
            List<BsonDocument> letters = box.list(selection, shown);
            print(letters, false);
            long count = letters.size() < shown ? letters.size() : box.count(selection);
            Terminal terminal = context.terminal();
            String total = count == 1 ? "1 dead letter" : count + " dead letters";
            terminal.err()
                    .println(terminal.errorStyle()
                            .faint(count > letters.size() ? letters.size() + " of " + total + " (--limit)" : total));
        }
        return ExitCode.DONE;
    }

    private void print(List<BsonDocument> documents, boolean counted) {
        Terminal terminal = context.terminal();
        if (output == OutputFormat.TEXT) {
            if (!documents.isEmpty()) {
                terminal.out()
                        .print(
                                counted
                                        ? LetterScreen.countTable(documents, terminal.style())
                                        : LetterScreen.table(documents, terminal.style()));
            }
            return;
        }
        String dash = output == OutputFormat.YAML ? "- " : "";
        documents.forEach(document -> terminal.out().println(dash + DocumentRenderer.json(document)));
    }
}
