package io.tapstate.connectors.postgres.runtime;

import io.debezium.relational.Column;
import io.debezium.relational.Table;
import io.debezium.relational.TableEditor;
import io.debezium.relational.TableId;
import io.tapstate.connectors.runtime.SourceRequest;
import java.io.Serializable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The tables of one source as the library is told of them, by {@link PlainNames}: asked for by their exact names, with
 * columns as {@link TextSchema} wants them, declared type and modifier, and with the key that the source was asked for.
 */
final class PlainTables implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final String COLUMNS = "SELECT a.attname, t.typname, a.atttypid::bigint, a.atttypmod,"
            + " a.attnotnull OR (t.typtype = 'd' AND t.typnotnull) FROM pg_catalog.pg_attribute a"
            + " JOIN pg_catalog.pg_class c ON c.oid = a.attrelid"
            + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
            + " JOIN pg_catalog.pg_type t ON t.oid = a.atttypid"
            + " WHERE n.nspname = ? AND c.relname = ? AND c.relkind IN ('r', 'p')"
            + " AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum";

    private final TreeMap<String, Keyed> tables = new TreeMap<>();

    private record Keyed(io.tapstate.connectors.api.TableId id, List<String> key) implements Serializable {}

    /** @param tables with plain names */
    PlainTables(List<SourceRequest.Table> tables) {
        tables.forEach(
                table -> this.tables.put(table.id().toString(), new Keyed(table.id(), List.copyOf(table.key()))));
    }

    List<TableId> ids() {
        return tables.values().stream()
                .map(table ->
                        new TableId(null, table.id().namespace(), table.id().name()))
                .toList();
    }

    /** The plain names of a table's key columns; empty for a table that is not of the source. */
    List<String> key(TableId table) {
        Keyed known = tables.get(table.toString());
        return known == null ? List.of() : known.key();
    }

    /** A table as the server has it now; empty when it has none of that name. */
    Optional<Table> read(Connection connection, TableId table) throws SQLException {
        List<Column> columns = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(COLUMNS)) {
            query.setString(1, PlainNames.real(table.schema()));
            query.setString(2, PlainNames.real(table.table()));
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    boolean optional = !row.getBoolean(5);
                    columns.add(
                            column(row.getString(1), row.getString(2), (int) row.getLong(3), row.getInt(4), optional));
                }
            }
        }
        return columns.isEmpty() ? Optional.empty() : Optional.of(table(table, columns));
    }

    /** A table that has these columns, which {@link #column} made. */
    Table table(TableId id, List<Column> columns) {
        TableEditor table = Table.editor().tableId(id).addColumns(columns);
        return table.setPrimaryKeyNames(key(id).stream()
                        .filter(name -> table.columnWithName(name) != null)
                        .toList())
                .create();
    }

    /**
     * @param name as the server has it
     * @param type the declared type's number
     */
    static Column column(String name, String typeName, int type, int modifier, boolean optional) {
        return Column.editor()
                .name(PlainNames.plain(name))
                .type(typeName)
                .jdbcType(Types.VARCHAR)
                .nativeType(type)
                .length(modifier)
                .optional(optional)
                .create();
    }
}
