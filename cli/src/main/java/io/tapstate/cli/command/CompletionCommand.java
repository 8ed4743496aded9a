package io.tapstate.cli.command;

import io.tapstate.cli.completion.CompletionScript;
import io.tapstate.cli.error.ExitCode;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code completion}: the script by which a shell completes command lines. */
@Command(
        name = "completion",
        description = "Print the script by which a shell completes verbs, options and ids.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  source <(tapstate completion bash)",
            "  source <(tapstate completion zsh)",
            "  tapstate completion fish | source",
            "",
            "Put that line into the start-up file of the shell to have it always."
        })
public final class CompletionCommand implements Callable<Integer> {
    private final CliContext context;

    @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
    private Shell shell;

    /** The shells there are scripts for. */
    enum Shell {
        BASH,
        ZSH,
        FISH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public CompletionCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        Map<String, CommandLine> verbs = Verbs.all(context);
        context.terminal()
                .out()
                .print(
                        switch (shell) {
                            case BASH -> CompletionScript.bash(verbs);
                            case ZSH -> CompletionScript.zsh(verbs);
                            case FISH -> CompletionScript.fish(verbs);
                        });
        return ExitCode.DONE;
    }
}
