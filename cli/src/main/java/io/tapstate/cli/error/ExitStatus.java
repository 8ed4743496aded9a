package io.tapstate.cli.error;

import java.util.Set;

/** Says with which exit status a verb ends when a fault ends it. */
public final class ExitStatus {
    private static final Set<String> READING_VERBS = Set.of("find", "watch");
    private static final Set<String> NOTHING_TO_READ =
            Set.of("workspace.not-found", "workspace.not-a-folder", "workspace.empty");
    private static final String STORE_SILENT = "store.unreachable";
    private static final String FILTER_UNREADABLE = "find.filter-invalid";

    private ExitStatus() {}

    /**
     * Our own codes know theirs; a fault of another module is a refusal, except where a verb only reads and so was
     * merely typed wrong or found nobody at home.
     */
    public static int of(String code, String verb) {
        for (CliError error : CliError.values()) {
            if (error.code().equals(code)) {
                return error.exitCode();
            }
        }
        if (code.equals(FILTER_UNREADABLE) || NOTHING_TO_READ.contains(code)) {
            return ExitCode.USAGE;
        }
        return code.equals(STORE_SILENT) && READING_VERBS.contains(verb) ? ExitCode.UNAVAILABLE : ExitCode.REFUSED;
    }
}
