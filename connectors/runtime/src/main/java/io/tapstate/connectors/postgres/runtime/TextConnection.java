package io.tapstate.connectors.postgres.runtime;

import io.debezium.connector.postgresql.PostgresConnectorConfig;
import io.debezium.connector.postgresql.TypeRegistry;
import io.debezium.connector.postgresql.connection.PostgresConnection;
import io.debezium.connector.postgresql.connection.PostgresDefaultValueConverter;
import io.debezium.relational.Column;
import io.debezium.relational.ColumnEditor;
import io.debezium.relational.TableId;
import io.debezium.relational.Tables;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The library's connection for the catalogue and the snapshot, with columns as {@link TextSchema} wants them: declared
 * type and modifier, and no defaults, which would stand for nulls.
 */
final class TextConnection extends PostgresConnection {
    private static final String DECLARED = "SELECT a.attname, a.atttypid::bigint, a.atttypmod"
            + " FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE n.nspname = ? AND c.relname = ? AND a.attnum > 0 AND NOT a.attisdropped";

    private final Map<TableId, Map<String, Declared>> tables = new HashMap<>();
    private final TextTypes types;
    private final TextSchema schema;

    private record Declared(int type, int modifier) {}

    TextConnection(PostgresConnectorConfig config, String use) {
        super(config.getJdbcConfig(), null, use);
        this.types = new TextTypes(this);
        this.schema = new TextSchema(config, types);
    }

    TextSchema schema() {
        return schema;
    }

    @Override
    public TypeRegistry getTypeRegistry() {
        return types;
    }

    @Override
    public PostgresDefaultValueConverter getDefaultValueConverter() {
        return null;
    }

    @Override
    public void readSchema(
            Tables read,
            String catalog,
            String pattern,
            Tables.TableFilter filter,
            Tables.ColumnNameFilter columns,
            boolean removes)
            throws SQLException {
        tables.clear();
        super.readSchema(read, catalog, pattern, filter, columns, removes);
    }

    @Override
    protected Optional<ColumnEditor> readTableColumn(ResultSet metadata, TableId table, Tables.ColumnNameFilter filter)
            throws SQLException {
        String name = metadata.getString(4);
        Declared declared = declared(table).get(name);
        if (declared == null) {
            return Optional.empty();
        }
        return Optional.of(Column.editor()
                .name(name)
                .type(metadata.getString(6))
                .jdbcType(Types.VARCHAR)
                .nativeType(declared.type())
                .length(declared.modifier())
                .optional(true)
                .position(metadata.getInt(17)));
    }

    @Override
    public Optional<Column> readColumnForDecoder(ResultSet metadata, TableId table, Tables.ColumnNameFilter filter)
            throws SQLException {
        // The name of a table is a pattern where its columns are looked up, and another one may match it.
        if (!table.table().equals(metadata.getString(3)) || !table.schema().equals(metadata.getString(2))) {
            return Optional.empty();
        }
        return Optional.of(
                Column.editor().name(metadata.getString(4)).optional(true).create());
    }

    private Map<String, Declared> declared(TableId table) throws SQLException {
        Map<String, Declared> known = tables.get(table);
        if (known != null) {
            return known;
        }
        Map<String, Declared> columns = new HashMap<>();
        try (PreparedStatement query = connection().prepareStatement(DECLARED)) {
            query.setString(1, table.schema());
            query.setString(2, table.table());
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    columns.put(row.getString(1), new Declared((int) row.getLong(2), row.getInt(3)));
                }
            }
        }
        tables.put(table, columns);
        return columns;
    }
}
