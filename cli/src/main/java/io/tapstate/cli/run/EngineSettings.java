package io.tapstate.cli.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * What an engine process is started with.
 *
 * @param plan the plan to run
 * @param state the pipeline's own folder below the state folder
 * @param environment added to this process's: every variable the plan refers to, and the view store's address
 * @param ports one port or a range for the dashboard
 * @param adopt whether targets are taken over that others wrote
 */
public record EngineSettings(
        Distribution distribution,
        Path plan,
        Path state,
        Map<String, String> environment,
        String ports,
        OptionalInt parallelism,
        boolean adopt) {
    private static final String HEAP = "-Xmx1g";

    public EngineSettings {
        environment = Map.copyOf(environment);
    }

    public Path logs() {
        return state.resolve("logs");
    }

    List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(distribution.jvmFlags());
        command.add(HEAP);
        command.add("-Dlog4j.configurationFile=" + distribution.configuration().resolve("log4j2-local.properties"));
        command.add("-Dlog.file=" + logs().resolve("flink.log"));
        command.add("-cp");
        command.add(distribution.jobJar() + ":" + distribution.flinkLibraries().resolve("*"));
        command.add("io.tapstate.job.local.LocalEngine");
        command.addAll(List.of("--plan", plan.toString(), "--state-dir", state.toString()));
        command.addAll(List.of("--conf", distribution.configuration().toString(), "--rest-port", ports));
        parallelism.ifPresent(degree -> command.addAll(List.of("--parallelism", Integer.toString(degree))));
        if (adopt) {
            command.addAll(List.of("--adopt", "true"));
        }
        return command;
    }

    /** Names the run without its environment, which holds passwords. */
    @Override
    public String toString() {
        return "EngineSettings[" + plan + ", " + state + "]";
    }
}
