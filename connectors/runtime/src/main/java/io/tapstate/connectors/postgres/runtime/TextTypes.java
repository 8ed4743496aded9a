package io.tapstate.connectors.postgres.runtime;

import io.debezium.connector.postgresql.PostgresType;
import io.debezium.connector.postgresql.TypeRegistry;
import io.debezium.connector.postgresql.connection.PostgresConnection;
import io.tapstate.connectors.postgres.PostgresTypes;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Set;
import org.postgresql.core.Oid;

/**
 * The library's types, made to hand every value on as the server printed it: the decoder of the log looks the type of
 * every value up by name, and the answer is always text. What the text is of is in the column, as the number and the
 * modifier of the declared type.
 */
final class TextTypes extends TypeRegistry {
    private final PostgresConnection connection;
    private final PostgresType text;
    private PostgresTypes types;

    TextTypes(PostgresConnection connection) {
        super(connection);
        this.connection = connection;
        this.text = new PostgresType.Builder(this, "text", Oid.TEXT, Types.VARCHAR, -1, null).build();
    }

    @Override
    public PostgresType get(String name) {
        // While the parent still loads, it is the parent's.
        return connection == null ? super.get(name) : text;
    }

    /** What a column of this declared type and modifier holds. */
    io.tapstate.connectors.postgres.PostgresType resolve(int oid, int modifier) {
        if (types == null) {
            types = new PostgresTypes();
        }
        long number = Integer.toUnsignedLong(oid);
        try {
            types.read(connection.connection(), Set.of(number));
        } catch (SQLException e) {
            throw new IllegalStateException("the types of the database cannot be read", e);
        }
        return types.resolve(number, modifier);
    }
}
