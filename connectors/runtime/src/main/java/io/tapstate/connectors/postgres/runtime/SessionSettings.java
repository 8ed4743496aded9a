package io.tapstate.connectors.postgres.runtime;

import io.debezium.jdbc.JdbcConnection;
import io.debezium.jdbc.JdbcConnection.Operations;
import java.lang.reflect.Field;
import java.util.List;

/**
 * What our sessions set so that a value is printed the same by every server, for every user, from a query and from the
 * log. A client's settings go before those of a database or a role.
 *
 * <p>The driver names the zone of the JVM when it connects, so the zone must be set afterwards, on both kinds of
 * connection.
 */
final class SessionSettings {
    private static final List<String> STATEMENTS = List.of(
            "SET TimeZone = 'UTC'",
            "SET DateStyle = 'ISO, MDY'",
            "SET IntervalStyle = 'iso_8601'",
            "SET bytea_output = 'hex'",
            "SET extra_float_digits = 3",
            "SET lc_monetary = 'C'",
            "SET quote_all_identifiers = off",
            "SET search_path = 'pg_catalog'");

    private SessionSettings() {}

    /** As the library takes them, for connections that query. */
    static String statements() {
        return String.join(";", STATEMENTS);
    }

    /**
     * Has a connection of the library set them whenever it connects. Its replication connection has the place for it, but
     * nothing that fills it, and it connects anew as it likes.
     */
    static void onEveryConnect(JdbcConnection connection) {
        Operations operations = statement -> {
            for (String setting : STATEMENTS) {
                statement.execute(setting);
            }
        };
        try {
            Field field = JdbcConnection.class.getDeclaredField("initialOps");
            field.setAccessible(true);
            field.set(connection, operations);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the library's connection is not the one this was written for", e);
        }
    }
}
