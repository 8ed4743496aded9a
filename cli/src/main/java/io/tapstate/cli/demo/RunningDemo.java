package io.tapstate.cli.demo;

import io.tapstate.cli.error.CliError;
import io.tapstate.connectors.diagnostics.TapException;
import java.nio.file.Path;

/** A demo that runs in another terminal, as seen from its folder. */
public final class RunningDemo {
    private RunningDemo() {}

    /**
     * One of its databases.
     *
     * @throws TapException {@code cli.demo-not-running}
     */
    public static DatabaseAddress database(Path folder, DatabaseAddress.Kind kind) {
        return DemoFolder.holder(folder)
                .flatMap(pid -> DemoMemory.of(folder).address(kind))
                .orElseThrow(() -> TapException.of(CliError.DEMO_NOT_RUNNING, "path", folder));
    }
}
