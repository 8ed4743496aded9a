package io.tapstate.cli.command;

import io.tapstate.cli.error.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** {@code version}. */
@Command(
        name = "version",
        description = "Print the versions of tapstate, Flink and Java.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  tapstate version"})
public final class VersionCommand implements Callable<Integer>, IVersionProvider {
    private final CliContext context;

    public VersionCommand(CliContext context) {
        this.context = context;
    }

    /** For picocli, which makes one to answer {@code --version}. */
    public VersionCommand() {
        this(null);
    }

    @Override
    public Integer call() throws IOException {
        for (String line : getVersion()) {
            context.terminal().out().println(line);
        }
        return ExitCode.DONE;
    }

    @Override
    public String[] getVersion() throws IOException {
        Properties versions = new Properties();
        try (InputStream in = VersionCommand.class.getResourceAsStream("versions.properties")) {
            versions.load(in);
        }
        return new String[] {
            "tapstate " + versions.getProperty("tapstate"),
            "flink    " + versions.getProperty("flink"),
            "java     " + System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")"
        };
    }
}
