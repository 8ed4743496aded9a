package io.tapstate.connectors.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.client.ConnectionCheck.Status;
import io.tapstate.connectors.diagnostics.Diagnostic;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Connection tests of test databases, and their items by name. */
final class Reports {
    private Reports() {}

    static ConnectionReport source(
            String connector, Map<String, String> settings, String password, boolean capture, String... tables) {
        return checked(
                new ConnectionTest(Map.of("SOURCE_PASSWORD", password)::get)
                        .source(
                                connector,
                                new ConnectionConfig(settings),
                                capture,
                                new TableSelection(List.of(tables), List.of())),
                password);
    }

    static ConnectionReport target(Map<String, String> settings, String password) {
        return checked(
                new ConnectionTest(Map.of("STORE_PASSWORD", password)::get)
                        .target("mongodb", new ConnectionConfig(settings)),
                password);
    }

    static Map<String, Status> outcomes(ConnectionReport report) {
        Map<String, Status> outcomes = new LinkedHashMap<>();
        report.checks().forEach(check -> outcomes.put(check.name(), check.status()));
        return outcomes;
    }

    static ConnectionCheck item(ConnectionReport report, String name) {
        return report.checks().stream()
                .filter(check -> check.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no item " + name + " in " + outcomes(report)));
    }

    /** The one reason of an item that failed; and nothing else failed. */
    static Diagnostic onlyFailure(ConnectionReport report, String name) {
        assertThat(report.checks().stream()
                        .filter(check -> check.status() == Status.FAILED)
                        .map(ConnectionCheck::name))
                .containsExactly(name);
        assertThat(report.outcome()).isEqualTo(Status.FAILED);
        return reason(report, name);
    }

    static Diagnostic reason(ConnectionReport report, String name) {
        assertThat(item(report, name).reasons()).as(name).hasSize(1);
        return item(report, name).reasons().get(0);
    }

    private static ConnectionReport checked(ConnectionReport report, String password) {
        report.checks().forEach(check -> {
            System.out.println(check.status() + " " + check.name() + ": " + check.message());
            check.reasons().forEach(reason -> System.out.println("    " + reason.code() + " -> " + reason.fix()));
        });
        if (!password.isEmpty()) {
            assertThat(report.toString()).doesNotContain(password);
            report.checks()
                    .forEach(check -> check.reasons()
                            .forEach(reason -> assertThat(reason.message() + reason.fix() + reason.parameters())
                                    .doesNotContain(password)));
        }
        return report;
    }
}
