package io.tapstate.cli.command;

import io.tapstate.cli.render.Terminal;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** {@code -o} of the verbs whose answer is one document. */
final class OutputOption {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, json or yaml (default: text).")
    private OutputFormat format = OutputFormat.TEXT;

    boolean isText() {
        return format == OutputFormat.TEXT;
    }

    /** Prints the answer in the format that was asked for; only that one is made. */
    void print(Terminal terminal, Supplier<String> text, Supplier<Object> answer) {
        terminal.out().print(isText() ? text.get() : format.write(answer.get()));
    }
}
