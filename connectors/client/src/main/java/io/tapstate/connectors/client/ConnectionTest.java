package io.tapstate.connectors.client;

import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.catalog.ConnectorCatalog;
import io.tapstate.connectors.client.ConnectionCheck.Status;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.mongodb.MongoDbOptions;
import io.tapstate.connectors.mysql.MySqlOptions;
import io.tapstate.connectors.postgres.PostgresOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Tries a connection out, item by item, with the same questions that discovery and the job ask. Faults of the server are
 * items of the report, not exceptions. Changes nothing that it does not undo.
 */
public final class ConnectionTest {
    private static final String SETTINGS = "settings";

    private final UnaryOperator<String> variables;

    /** @param variables looks up what connection settings refer to, null when unset; usually {@code System::getenv} */
    public ConnectionTest(UnaryOperator<String> variables) {
        this.variables = variables;
    }

    /**
     * Tests whether rows can be read.
     *
     * @param config as the author wrote it, references unresolved
     * @param capture whether changes are to be followed too
     * @throws TapException {@code connector.capability-missing} when this release reads from no such connector
     */
    public ConnectionReport source(
            String connector, ConnectionConfig config, boolean capture, TableSelection selection) {
        if (!connector.equals(MySqlOptions.CONNECTOR) && !connector.equals(PostgresOptions.CONNECTOR)) {
            throw TapException.of(
                    ConnectionError.CAPABILITY_MISSING, "connector", connector, "capability", "read tables");
        }
        return report(connector, config, TestRole.SOURCE, () -> {
            ConnectionConfig resolved = config.resolved(variables);
            SourceChecks checks = connector.equals(MySqlOptions.CONNECTOR)
                    ? MySqlChecks.of(MySqlOptions.from(resolved), selection, capture)
                    : PostgresChecks.of(PostgresOptions.from(resolved), selection, capture);
            try (checks) {
                return checks.run();
            }
        });
    }

    /**
     * Tests whether documents can be written.
     *
     * @param config as the author wrote it, references unresolved
     * @throws TapException {@code connector.capability-missing} when this release writes to no such connector
     */
    public ConnectionReport target(String connector, ConnectionConfig config) {
        if (!connector.equals(MongoDbOptions.CONNECTOR)) {
            throw TapException.of(
                    ConnectionError.CAPABILITY_MISSING, "connector", connector, "capability", "write documents");
        }
        return report(connector, config, TestRole.TARGET, () -> {
            MongoDbOptions options = MongoDbOptions.from(config.resolved(variables));
            try (StoreChecks checks = StoreChecks.of(StoreAddress.of(options.uri()))) {
                return checks.run();
            }
        });
    }

    // The settings are an item of their own: a variable may be unset, an address unreadable.
    private static ConnectionReport report(
            String connector, ConnectionConfig config, TestRole role, Supplier<List<ConnectionCheck>> items) {
        List<ConnectionCheck> checks = new ArrayList<>();
        try {
            List<ConnectionCheck> made = items.get();
            checks.add(settings(connector, config));
            checks.addAll(made);
        } catch (TapException e) {
            String message = String.join(
                    "; ", e.diagnostics().stream().map(Diagnostic::message).toList());
            checks.add(new ConnectionCheck(SETTINGS, Status.FAILED, message, e.diagnostics()));
        }
        return new ConnectionReport(connector, role, checks);
    }

    private static ConnectionCheck settings(String connector, ConnectionConfig config) {
        List<Diagnostic> idle = ConnectorCatalog.find(connector).stream()
                .flatMap(descriptor -> descriptor.notActedOn(config.values()).stream())
                .map(option -> Diagnostic.of(
                        ConnectionError.SETTING_NOT_ACTED_ON, "field", option.name(), "connector", connector))
                .toList();
        return idle.isEmpty()
                ? new ConnectionCheck(SETTINGS, Status.PASSED, "the settings are complete", List.of())
                : new ConnectionCheck(
                        SETTINGS,
                        Status.WARNING,
                        String.join("; ", idle.stream().map(Diagnostic::message).toList()),
                        idle);
    }
}
