package io.tapstate.cli.command;

import io.tapstate.cli.error.CliError;
import io.tapstate.cli.error.ExitCode;
import io.tapstate.connectors.client.DeadLetterBox;
import io.tapstate.connectors.client.DeadLetterSelection;
import io.tapstate.connectors.client.DocumentReader;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.mongodb.DeadLetterFields.Status;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dead-letters replay}. */
@Command(
        name = "replay",
        description = {
            "Have dead letters tried again, each from the step where it failed.",
            "The running pipeline takes them within a second or two, or does so when it is started next."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  tapstate dead-letters replay 3f2a 91c0",
            "  tapstate dead-letters replay --pipeline order_pipeline --step js_1",
            "  tapstate dead-letters replay --all",
            "",
            "Exit status: 0, 1 when a letter that is named, or every one that is chosen, cannot be tried again,",
            "3 when there is no store."
        })
public final class DeadLettersReplayCommand implements Callable<Integer> {
    private final CliContext context;

    @Parameters(arity = "0..*", paramLabel = "LETTER", description = "Letters by their ids, or their beginnings.")
    private List<String> ids = List.of();

    @Mixin
    private LetterFilter filter;

    @Option(names = "--all", description = "Every letter that stands open.")
    private boolean all;

    @Mixin
    private StoreOptions store;

    @Mixin
    private OutputOption output;

    public DeadLettersReplayCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        try (DocumentReader reader = store.open(context, "dead-letters")) {
            DeadLetterBox box = new DeadLetterBox(reader);
            DeadLetterSelection selection = Letters.chosen(box, ids, filter, all, List.of(Status.OPEN));
            long requested = box.request(selection);
            long left = box.count(selection);
            if (left > 0 && (requested == 0 || !ids.isEmpty())) {
                throw TapException.of(CliError.DEAD_LETTER_INCOMPLETE, "count", left);
            }
            output.print(context.terminal(), () -> text(requested, left), () -> answer(requested, left));
        }
        return ExitCode.DONE;
    }

    private static String text(long requested, long left) {
        String text = requested == 1 ? "1 dead letter is tried again\n" : requested + " dead letters are tried again\n";
        return left == 0
                ? text
                : text + left
                        + " stay open, for not all of their record is known: a change of the row in its table sends it anew\n";
    }

    private static Map<String, Object> answer(long requested, long left) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("requested", requested);
        answer.put("leftOpen", left);
        return answer;
    }
}
