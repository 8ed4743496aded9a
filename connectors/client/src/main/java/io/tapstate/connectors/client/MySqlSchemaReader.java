package io.tapstate.connectors.client;

import static io.tapstate.connectors.client.SourceDatabase.query;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.ForeignKey;
import io.tapstate.connectors.api.SchemaReader;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.mysql.MySqlOptions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Reads the base tables of one MySQL or MariaDB database from {@code information_schema}. */
public final class MySqlSchemaReader implements SchemaReader {
    @Override
    public List<TableSchema> tables(ConnectionConfig config, boolean capture) {
        MySqlDatabase database = MySqlDatabase.of(MySqlOptions.from(config));
        return database.with(connection -> {
            if (capture) {
                database.checkCapture(connection);
            }
            return read(connection);
        });
    }

    @Override
    public List<TableSchema> described(ConnectionConfig config, boolean capture) {
        return tables(config, false);
    }

    private static List<TableSchema> read(Connection connection) throws SQLException {
        refreshStatistics(connection);
        boolean fullImage = query(connection, row -> row.getString(1), "SELECT @@global.binlog_row_image")
                .contains("FULL");
        Map<String, TableFacts> tables = new TreeMap<>();
        query(
                connection,
                row -> tables.put(row.getString(2), table(row, fullImage)),
                "SELECT table_schema, table_name, table_rows FROM information_schema.tables"
                        + " WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'");
        query(
                connection,
                row -> addColumn(tables, row),
                "SELECT table_name, column_name, data_type, column_type, is_nullable,"
                        + " COALESCE(numeric_precision, datetime_precision), extra"
                        + " FROM information_schema.columns WHERE table_schema = DATABASE()"
                        + " ORDER BY table_name, ordinal_position");
        query(
                connection,
                row -> addIndexColumn(tables, row),
                "SELECT table_name, index_name, column_name FROM information_schema.statistics"
                        + " WHERE table_schema = DATABASE() AND non_unique = 0"
                        + " ORDER BY table_name, index_name, seq_in_index");
        query(
                connection,
                row -> addForeignKeyColumn(tables, row),
                "SELECT k.table_name, k.constraint_name, k.column_name, k.referenced_table_schema,"
                        + " k.referenced_table_name, k.referenced_column_name, r.delete_rule, r.update_rule"
                        + " FROM information_schema.key_column_usage k"
                        + " JOIN information_schema.referential_constraints r"
                        + " ON r.constraint_schema = k.constraint_schema AND r.table_name = k.table_name"
                        + " AND r.constraint_name = k.constraint_name"
                        + " WHERE k.table_schema = DATABASE() AND k.referenced_table_name IS NOT NULL"
                        + " ORDER BY k.table_name, k.constraint_name, k.ordinal_position");
        return tables.values().stream().map(TableFacts::schema).toList();
    }

    // MySQL 8 answers row counts from a cache that is up to a day old; MariaDB has neither the cache nor the variable.
    private static void refreshStatistics(Connection connection) throws SQLException {
        String variable = "information_schema_stats_expiry";
        if (!query(connection, row -> row.getString(1), "SHOW VARIABLES LIKE '" + variable + "'")
                .isEmpty()) {
            try (var statement = connection.createStatement()) {
                statement.execute("SET SESSION " + variable + " = 0");
            }
        }
    }

    private static TableFacts table(ResultSet row, boolean fullImage) throws SQLException {
        long rows = row.getLong(3);
        return new TableFacts(
                new TableId(row.getString(1), row.getString(2)),
                fullImage ? BeforeImage.FULL : BeforeImage.KEY,
                row.wasNull() ? OptionalLong.empty() : OptionalLong.of(rows));
    }

    private static Void addColumn(Map<String, TableFacts> tables, ResultSet row) throws SQLException {
        TableFacts table = tables.get(row.getString(1));
        if (table != null) {
            String columnType = row.getString(4).toLowerCase(Locale.ROOT);
            // A query for all columns leaves invisible ones out, the log does not.
            boolean invisible = row.getString(7).toUpperCase(Locale.ROOT).contains("INVISIBLE");
            ColumnType type = MySqlTypes.of(row.getString(3).toLowerCase(Locale.ROOT), columnType, row.getLong(6));
            table.column(new ColumnSchema(
                    row.getString(2),
                    row.getString(4) + (invisible ? " invisible" : ""),
                    invisible ? ColumnType.UNSUPPORTED : type,
                    row.getString(5).equals("YES")));
        }
        return null;
    }

    private static Void addForeignKeyColumn(Map<String, TableFacts> tables, ResultSet row) throws SQLException {
        TableFacts table = tables.get(row.getString(1));
        if (table != null) {
            table.foreignKeyColumn(new ForeignKey(
                    row.getString(2),
                    List.of(row.getString(3)),
                    new TableId(row.getString(4), row.getString(5)),
                    List.of(row.getString(6)),
                    action(row.getString(7)),
                    action(row.getString(8))));
        }
        return null;
    }

    private static ForeignKey.Action action(String rule) {
        return switch (rule) {
            case "CASCADE" -> ForeignKey.Action.CASCADE;
            case "SET NULL" -> ForeignKey.Action.SET_NULL;
            default -> ForeignKey.Action.NONE;
        };
    }

    private static Void addIndexColumn(Map<String, TableFacts> tables, ResultSet row) throws SQLException {
        TableFacts table = tables.get(row.getString(1));
        if (table != null) {
            String index = row.getString(2);
            if (index.equals("PRIMARY")) {
                table.primaryKeyColumn(row.getString(3));
            } else {
                table.uniqueIndexColumn(index, row.getString(3));
            }
        }
        return null;
    }
}
