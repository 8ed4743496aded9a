package io.tapstate.connectors.client;

import io.tapstate.connectors.client.ConnectionCheck.Status;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.Severity;
import io.tapstate.connectors.diagnostics.TapException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Makes the items of a connection test one after the other; an item whose ground is missing is skipped. */
final class Checklist {
    private final Function<SQLException, TapException> coding;
    private final List<ConnectionCheck> checks = new ArrayList<>();
    // Items that did not hold, with the first item that made them so.
    private final Map<String, String> missing = new HashMap<>();

    /** @param coding how a fault of the server that no item foresees is reported */
    Checklist(Function<SQLException, TapException> coding) {
        this.coding = coding;
    }

    /** Looks at one thing. Throws a coded fault when it is not as it must be. */
    interface Probe {
        Finding look() throws SQLException;
    }

    /** Asks for one thing that is as it must be unless this throws. */
    interface Requirement {
        void require() throws SQLException;
    }

    /**
     * What a probe that did not fail saw.
     *
     * @param message for people
     * @param warnings what it leads to; may be empty
     */
    record Finding(String message, List<Diagnostic> warnings) {
        static Finding good(String message) {
            return new Finding(message, List.of());
        }
    }

    /** One item, made unless one of {@code grounds} did not hold. */
    void item(String name, Probe probe, String... grounds) {
        for (String ground : grounds) {
            String first = missing.get(ground);
            if (first != null) {
                missing.put(name, first);
                checks.add(new ConnectionCheck(
                        name, Status.SKIPPED, "not looked at, because `" + first + "` failed", List.of()));
                return;
            }
        }
        checks.add(made(name, probe));
    }

    /** An item whose good outcome can be said beforehand. */
    void item(String name, String good, Requirement requirement, String... grounds) {
        item(
                name,
                () -> {
                    requirement.require();
                    return Finding.good(good);
                },
                grounds);
    }

    List<ConnectionCheck> checks() {
        return checks;
    }

    private ConnectionCheck made(String name, Probe probe) {
        TapException fault;
        try {
            Finding finding = probe.look();
            Status status = finding.warnings().isEmpty() ? Status.PASSED : Status.WARNING;
            return new ConnectionCheck(name, status, finding.message(), finding.warnings());
        } catch (TapException e) {
            fault = e;
        } catch (SQLException e) {
            fault = coding.apply(e);
        }
        List<Diagnostic> reasons = fault.diagnostics();
        boolean warning = reasons.stream().allMatch(reason -> reason.severity() == Severity.WARNING);
        if (!warning) {
            missing.put(name, name);
        }
        return new ConnectionCheck(
                name,
                warning ? Status.WARNING : Status.FAILED,
                String.join("; ", reasons.stream().map(Diagnostic::message).toList()),
                reasons);
    }
}
