package io.tapstate.connectors.client;

import io.tapstate.connectors.diagnostics.Diagnostic;
import java.util.List;

/**
 * One item of a connection test.
 *
 * @param name what was looked at, for example {@code binlog-format}; the same in every release
 * @param message what was found, or why it was not looked at; never a secret
 * @param reasons what is wrong and what to do about it; empty for {@link Status#PASSED} and {@link Status#SKIPPED}
 */
public record ConnectionCheck(String name, Status status, String message, List<Diagnostic> reasons) {
    public ConnectionCheck {
        reasons = List.copyOf(reasons);
    }

    /** How an item came out. */
    public enum Status {
        PASSED,
        /** Works, with a consequence worth knowing. */
        WARNING,
        FAILED,
        /** Not looked at, because an earlier item failed that it stands on. */
        SKIPPED
    }
}
