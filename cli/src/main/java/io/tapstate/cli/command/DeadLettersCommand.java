package io.tapstate.cli.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code dead-letters}: the rows that steps have left out. */
@Command(
        name = "dead-letters",
        description = "List, show, try again or put aside the rows that steps could not process.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "list|show|replay|discard",
        footer = {
            "",
            "Examples:",
            "  tapstate dead-letters list",
            "  tapstate dead-letters show 3f2a",
            "  tapstate dead-letters replay --pipeline order_pipeline --step js_1",
            "  tapstate dead-letters discard 3f2a",
            "",
            "Exit status: 0, 1 when there is no such letter, 3 when there is no store."
        })
public final class DeadLettersCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "say what to do: list, show, replay or discard");
    }
}
