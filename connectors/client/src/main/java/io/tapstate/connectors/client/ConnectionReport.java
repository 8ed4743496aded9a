package io.tapstate.connectors.client;

import io.tapstate.connectors.client.ConnectionCheck.Status;
import java.util.List;

/**
 * What a connection test found.
 *
 * @param checks in the order they were made
 */
public record ConnectionReport(String connector, TestRole role, List<ConnectionCheck> checks) {
    public ConnectionReport {
        checks = List.copyOf(checks);
    }

    /** {@link Status#FAILED} when any item failed, else {@link Status#WARNING} when any warns, else passed. */
    public Status outcome() {
        return has(Status.FAILED) ? Status.FAILED : has(Status.WARNING) ? Status.WARNING : Status.PASSED;
    }

    private boolean has(Status status) {
        return checks.stream().anyMatch(check -> check.status() == status);
    }
}
