package io.tapstate.cli.demo;

import io.tapstate.cli.error.CliError;
import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.render.Terminal;
import io.tapstate.cli.run.Distribution;
import io.tapstate.cli.run.StopSignal;
import io.tapstate.cli.run.WritableFolder;
import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/** {@code demo --check}: gives the {@link Tour} a folder of its own, and leaves nothing behind unless something failed. */
public final class DemoCheck {
    private final Terminal terminal;
    private final Map<String, String> environment;

    public DemoCheck(Terminal terminal, Map<String, String> environment) {
        this.terminal = terminal;
        this.environment = environment;
    }

    /**
     * Walks the tour.
     *
     * @param folder one the user named, which must be empty and is kept; absent for a temporary one
     * @return the exit status
     */
    public int run(DemoOptions options, Optional<Path> folder, StopSignal stop) throws InterruptedException {
        folder.filter(named -> !DemoFolder.isEmpty(named)).ifPresent(named -> {
            throw TapException.of(CliError.CHECK_NEEDS_AN_EMPTY_FOLDER, "path", named);
        });
        Distribution distribution = Distribution.from(environment);
        Path place = folder.orElseGet(DemoCheck::temporaryFolder);
        boolean keep = true;
        try {
            TourReport report = new TourReport(terminal);
            int status = new Tour(options.in(place), environment, distribution, report, stop).walk();
            keep = status != ExitCode.DONE;
            return status;
        } catch (CancellationException e) {
            keep = false;
            terminal.err().println("check stopped before its end; everything it started is stopped");
            return stop.exitCode() == ExitCode.DONE ? ExitCode.REFUSED : stop.exitCode();
        } finally {
            if (folder.isEmpty() && !keep) {
                WritableFolder.delete(place);
            } else if (folder.isEmpty()) {
                terminal.err().println("what it left, logs included, is in " + place);
            }
        }
    }

    private static Path temporaryFolder() {
        try {
            Path folder = Files.createTempDirectory("tapstate-check");
            // The PostgreSQL server may run as another user, who must be able to reach its folder.
            folder.toFile().setExecutable(true, false);
            return folder;
        } catch (IOException e) {
            throw TapException.because(
                    e,
                    CliError.FOLDER_UNUSABLE,
                    "path",
                    System.getProperty("java.io.tmpdir"),
                    "reason",
                    WritableFolder.reason(e));
        }
    }
}
