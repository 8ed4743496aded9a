package io.tapstate.cli.command;

import io.tapstate.cli.error.ExitCode;
import io.tapstate.planner.plan.JobPlanCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;

/** {@code version}. */
@Command(
        name = "version",
        description = "Print the versions of tapstate, of the plans it writes, of Flink and Java.",
        mixinStandardHelpOptions = true,
        footer = {"", "Examples:", "  tapstate version", "  tapstate version -o json"})
public final class VersionCommand implements Callable<Integer>, IVersionProvider {
    private final CliContext context;

    public VersionCommand(CliContext context) {
        this.context = context;
    }

    /** For picocli, which makes one to answer {@code --version}. */
    public VersionCommand() {
        this(null);
    }

    @Mixin
    private OutputOption output;

    @Override
    public Integer call() {
        output.print(context.terminal(), () -> String.join("\n", getVersion()) + "\n", VersionCommand::versions);
        return ExitCode.DONE;
    }

    @Override
    public String[] getVersion() {
        return versions().entrySet().stream()
                .map(version -> String.format("%-8s %s", version.getKey(), version.getValue()))
                .toArray(String[]::new);
    }

    private static Map<String, Object> versions() {
        Properties built = new Properties();
        try (InputStream in = VersionCommand.class.getResourceAsStream("versions.properties")) {
            built.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, Object> versions = new LinkedHashMap<>();
        versions.put("tapstate", built.getProperty("tapstate"));
        versions.put("plan", JobPlanCodec.FORMAT);
        versions.put("flink", built.getProperty("flink"));
        versions.put("java", System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")");
        return versions;
    }
}
