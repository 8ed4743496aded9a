package io.tapstate.cli.run;

import io.tapstate.cli.error.CliError;
import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Finds what runs, for verbs in another terminal: the view store by flag, environment, configuration file, a running
 * demo, a running {@code run}, in that order; the engine by the last two.
 *
 * @param demo folder of the demo; the usual one when absent
 * @param workspace folder of the workspace; the usual one when absent
 * @param state folder of the state; {@code .tapstate} in the workspace when absent
 */
public record EndpointLookup(
        Map<String, String> environment, Optional<Path> demo, Optional<Path> workspace, Optional<Path> state) {
    public static final String VIEWS_URI = "TAPSTATE_VIEWS_URI";
    public static final Path DEMO_FOLDER = Path.of("tapstate-demo");

    private static final String CONFIG_KEY = "tapstate.views.uri";

    /** The workspace that is meant when no option names one. */
    public static Path workspace(Map<String, String> environment) {
        return Path.of(environment.getOrDefault("TAPSTATE_WORKDIR", "tap-work"));
    }

    /** The state folder of a workspace. */
    public static Path state(Path workspace) {
        return workspace.resolve(".tapstate");
    }

    /** The view store that a run uses when none of its own making: flag, environment, configuration file. */
    public static Optional<String> configuredViews(Optional<String> flag, Map<String, String> environment) {
        return flag.or(() -> Optional.ofNullable(environment.get(VIEWS_URI)).filter(uri -> !uri.isBlank()))
                .or(() -> fromConfigFile(environment));
    }

    /**
     * The view store to read.
     *
     * @throws TapException {@code cli.not-connected} when nothing names a store and nothing runs
     */
    public String viewsUri(Optional<String> flag, String verb) {
        Optional<String> asked = explicit() ? flag : configuredViews(flag, environment);
        return asked.or(() -> running().stream()
                        .flatMap(endpoints -> endpoints.viewsUri().stream())
                        .findFirst())
                .or(() -> configuredViews(flag, environment))
                .orElseThrow(() -> TapException.of(CliError.NOT_CONNECTED, "verb", verb, "folder", places()));
    }

    /**
     * The running pipeline of that id.
     *
     * @throws TapException {@code cli.pipeline-not-running}
     */
    public RunningEndpoints pipeline(String id) {
        return running().stream()
                .filter(endpoints ->
                        endpoints.pipeline().equals(id) && endpoints.job().isPresent())
                .findFirst()
                .orElseThrow(() -> TapException.of(CliError.PIPELINE_NOT_RUNNING, "pipeline", id, "folder", places()));
    }

    // A folder that was named on the command line is meant before any configuration.
    private boolean explicit() {
        return demo.isPresent() || workspace.isPresent() || state.isPresent();
    }

    private List<RunningEndpoints> running() {
        return stateFolders().stream()
                .flatMap(folder -> StateFolder.running(folder).stream())
                .toList();
    }

    private List<Path> stateFolders() {
        List<Path> folders = new ArrayList<>();
        if (demo.isPresent() || !explicit()) {
            folders.add(state(demo.orElse(DEMO_FOLDER).resolve("work")));
        }
        if (demo.isEmpty()) {
            folders.add(state.orElseGet(() -> state(workspace.orElseGet(() -> workspace(environment)))));
        }
        return folders;
    }

    private String places() {
        return String.join("` or `", stateFolders().stream().map(Path::toString).toList());
    }

    private static Optional<String> fromConfigFile(Map<String, String> environment) {
        String home = environment.getOrDefault("HOME", "");
        String base = environment.getOrDefault("XDG_CONFIG_HOME", home + "/.config");
        Path file = Path.of(base, "tapstate", "config.properties");
        if (!Files.isReadable(file)) {
            return Optional.empty();
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException e) {
            throw TapException.because(e, CliError.FOLDER_UNUSABLE, "path", file, "reason", WritableFolder.reason(e));
        }
        return Optional.ofNullable(properties.getProperty(CONFIG_KEY)).filter(uri -> !uri.isBlank());
    }
}
