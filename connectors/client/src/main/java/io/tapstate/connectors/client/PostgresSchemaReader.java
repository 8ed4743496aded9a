package io.tapstate.connectors.client;

import static io.tapstate.connectors.client.SourceDatabase.query;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.SchemaReader;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.postgres.PostgresOptions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Reads the ordinary tables of one PostgreSQL schema from {@code pg_catalog}. */
public final class PostgresSchemaReader implements SchemaReader {
    // Unlogged tables leave no trace in the log, so they count only where nothing is captured.
    private static final String TABLES = """
            SELECT c.relname, c.relreplident = 'f', c.reltuples, c.relpages
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = ? AND c.relkind = 'r'
              AND (c.relpersistence = 'p' OR (c.relpersistence = 'u' AND NOT ?))
            """;

    // A domain's type is that of what it is made over, however deep; the innermost modifier counts.
    private static final String COLUMNS = """
            WITH RECURSIVE base (domain, type, modifier) AS (
              SELECT oid, typbasetype, typtypmod FROM pg_type WHERE typtype = 'd'
              UNION ALL
              SELECT b.domain, t.typbasetype, CASE WHEN b.modifier < 0 THEN t.typtypmod ELSE b.modifier END
              FROM base b JOIN pg_type t ON t.oid = b.type WHERE t.typtype = 'd'
            )
            SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
                   t.typname, t.typtype, COALESCE(b.modifier, a.atttypmod), NOT a.attnotnull AND d.typnotnull IS NOT TRUE
            FROM pg_attribute a
            JOIN pg_class c ON c.oid = a.attrelid
            JOIN pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_type d ON d.oid = a.atttypid
            LEFT JOIN base b ON b.domain = a.atttypid
              AND (SELECT typtype FROM pg_type WHERE oid = b.type) <> 'd'
            JOIN pg_type t ON t.oid = COALESCE(b.type, a.atttypid)
            WHERE n.nspname = ? AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
            ORDER BY c.relname, a.attnum
            """;

    // Partial, unfinished and deferrable indexes do not identify a row at every moment.
    private static final String INDEXES = """
            SELECT c.relname, i.relname, x.indisprimary, a.attname
            FROM pg_index x
            JOIN pg_class c ON c.oid = x.indrelid
            JOIN pg_class i ON i.oid = x.indexrelid
            JOIN pg_namespace n ON n.oid = c.relnamespace
            CROSS JOIN LATERAL unnest(x.indkey::int2[]) WITH ORDINALITY AS k (attnum, place)
            LEFT JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = k.attnum AND k.attnum > 0
            WHERE n.nspname = ? AND c.relkind = 'r' AND x.indisunique AND x.indisvalid AND x.indpred IS NULL
              AND (x.indimmediate OR x.indisprimary) AND k.place <= x.indnkeyatts
            ORDER BY c.relname, i.relname, k.place
            """;

    @Override
    public List<TableSchema> tables(ConnectionConfig config, boolean capture) {
        return tables(config, capture, capture);
    }

    @Override
    public List<TableSchema> described(ConnectionConfig config, boolean capture) {
        return tables(config, capture, false);
    }

    private static List<TableSchema> tables(ConnectionConfig config, boolean capture, boolean judged) {
        PostgresOptions options = PostgresOptions.from(config);
        PostgresDatabase database = PostgresDatabase.of(options);
        return database.with(connection -> {
            database.checkSchema(connection);
            if (judged) {
                database.checkCapture(connection);
            }
            return read(connection, options.schema(), capture);
        });
    }

    private static List<TableSchema> read(Connection connection, String schema, boolean capture) throws SQLException {
        Map<String, TableFacts> tables = new TreeMap<>();
        query(connection, row -> tables.put(row.getString(1), table(schema, row)), TABLES, schema, capture);
        query(connection, row -> addColumn(tables, row), COLUMNS, schema);
        query(connection, row -> addIndexColumn(tables, row), INDEXES, schema);
        return tables.values().stream().map(TableFacts::schema).toList();
    }

    private static TableFacts table(String schema, ResultSet row) throws SQLException {
        long rows = (long) row.getDouble(3);
        // "Never analysed" is -1 from version 14 on; before, it is 0 rows on 0 pages.
        boolean known = rows > 0 || (rows == 0 && row.getInt(4) > 0);
        return new TableFacts(
                new TableId(schema, row.getString(1)),
                row.getBoolean(2) ? BeforeImage.FULL : BeforeImage.KEY,
                known ? OptionalLong.of(rows) : OptionalLong.empty());
    }

    private static Void addColumn(Map<String, TableFacts> tables, ResultSet row) throws SQLException {
        TableFacts table = tables.get(row.getString(1));
        if (table != null) {
            table.column(new ColumnSchema(
                    row.getString(2),
                    row.getString(3),
                    PostgresTypes.of(row.getString(4), row.getString(5), row.getInt(6)),
                    row.getBoolean(7)));
        }
        return null;
    }

    private static Void addIndexColumn(Map<String, TableFacts> tables, ResultSet row) throws SQLException {
        TableFacts table = tables.get(row.getString(1));
        if (table != null) {
            if (row.getBoolean(3)) {
                table.primaryKeyColumn(row.getString(4));
            } else {
                table.uniqueIndexColumn(row.getString(2), row.getString(4));
            }
        }
        return null;
    }
}
