package io.tapstate.connectors.embedded;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Starts MySQL, or MariaDB where MySQL cannot run. */
public final class MySqlServers {
    private static final Set<String> OF_THE_PROGRAM =
            Set.of(EmbeddedError.MISSING_LIBRARY.code(), EmbeddedError.SERVER_NOT_STARTED.code());

    private MySqlServers() {}

    /** As {@link #start(Path, ServerOptions, Consumer)}, durable. */
    public static DatabaseServer start(Path folder, Consumer<String> progress) {
        return start(folder, ServerOptions.DURABLE, progress);
    }

    /**
     * Starts the product that the folder already holds. On a new folder that is MySQL; if its program does not work
     * here, MariaDB, which needs fewer system libraries, and {@code progress} is told why.
     *
     * @throws TapException with an {@link EmbeddedError}
     */
    public static DatabaseServer start(Path folder, ServerOptions options, Consumer<String> progress) {
        String found = ServerFolder.productOf(folder);
        if (found.equals(MariaDbServer.PRODUCT)) {
            return MariaDbServer.start(folder, options, progress);
        }
        boolean mayChange = !ServerFolder.hasData(folder);
        try {
            return MySqlServer.start(folder, options, progress);
        } catch (TapException fault) {
            if (!mayChange || ServerFolder.hasData(folder) || !isOfTheProgram(fault)) {
                throw fault;
            }
            progress.accept("MySQL cannot run here, using MariaDB instead: "
                    + fault.diagnostics().stream().map(Diagnostic::message).collect(Collectors.joining("; ")));
            return MariaDbServer.startInstead(folder, options, progress);
        }
    }

    private static boolean isOfTheProgram(TapException fault) {
        return fault.diagnostics().stream().allMatch(each -> OF_THE_PROGRAM.contains(each.code()));
    }
}
