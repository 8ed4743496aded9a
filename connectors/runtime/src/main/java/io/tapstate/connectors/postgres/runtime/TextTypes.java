package io.tapstate.connectors.postgres.runtime;

import io.debezium.connector.postgresql.PostgresType;
import io.debezium.connector.postgresql.TypeRegistry;
import io.debezium.connector.postgresql.connection.PostgresConnection;
import io.tapstate.connectors.postgres.PostgresTypes;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Set;
import org.postgresql.core.Oid;
import org.postgresql.core.TypeInfo;

/**
 * The library's types, made to hand every value on as the server printed it.
 *
 * <p>The decoder of the log looks a column's type up twice: by number when a table is announced, where the answer keeps
 * the declared type and, as its length, the declared modifier; and by name for every value, where the answer is always
 * text.
 */
final class TextTypes extends TypeRegistry {
    private final PostgresConnection connection;
    private final PostgresType text;
    private PostgresTypes types;

    TextTypes(PostgresConnection connection) {
        super(connection);
        this.connection = connection;
        this.text = declared(Oid.TEXT);
    }

    @Override
    public PostgresType get(int oid) {
        // While the parent still loads.
        return connection == null ? super.get(oid) : declared(oid);
    }

    @Override
    public PostgresType get(String name) {
        return connection == null ? super.get(name) : text;
    }

    private PostgresType declared(int oid) {
        return new PostgresType.Builder(this, oid == Oid.TEXT ? "text" : "type", oid, Types.VARCHAR, -1, MODIFIERS)
                .build();
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

    /** Gives a modifier as the length it stands for. */
    private static final TypeInfo MODIFIERS = (TypeInfo) Proxy.newProxyInstance(
            TextTypes.class.getClassLoader(), new Class<?>[] {TypeInfo.class}, (proxy, method, arguments) -> {
                if (method.getName().equals("getPrecision")) {
                    return arguments[1];
                }
                if (method.getReturnType() == int.class) {
                    return 0;
                }
                throw new UnsupportedOperationException(method.getName());
            });
}
