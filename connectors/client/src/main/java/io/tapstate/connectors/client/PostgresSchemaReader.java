package io.tapstate.connectors.client;

import static io.tapstate.connectors.client.SourceDatabase.query;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.SchemaReader;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.postgres.PostgresOptions;
import io.tapstate.connectors.postgres.PostgresTypes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Reads the ordinary and the partitioned tables of one PostgreSQL schema from {@code pg_catalog}. */
public final class PostgresSchemaReader implements SchemaReader {
    /** A partitioned table is one table, and its partitions none; those that merely inherit are tables of their own. */
    static final String TABLE = "c.relkind IN ('r', 'p') AND NOT c.relispartition";

    // Unlogged tables leave no trace in the log, so they count only where nothing is captured. What is logged of old
    // rows is said by each partition for itself; without the columns of the key it is of no use.
    private static final String TABLES = """
            WITH RECURSIVE part (root, oid) AS (
              SELECT c.oid, c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
              WHERE n.nspname = ? AND %s
                AND (c.relpersistence = 'p' OR (c.relpersistence = 'u' AND NOT ?))
              UNION ALL
              SELECT p.root, i.inhrelid FROM part p JOIN pg_class c ON c.oid = p.oid AND c.relkind = 'p'
                JOIN pg_inherits i ON i.inhparent = p.oid
            )
            SELECT r.relname,
                   COALESCE(bool_and(c.relreplident = 'f') FILTER (WHERE c.relkind <> 'p'), r.relreplident = 'f'),
                   sum(greatest(c.reltuples, 0)), sum(c.relpages),
                   COALESCE(bool_or(c.relreplident = 'n' OR (c.relreplident = 'd' AND k.indrelid IS NULL)
                     OR (c.relreplident = 'i' AND NOT k.indkey::int2[] <@ x.indkey::int2[]))
                     FILTER (WHERE c.relkind <> 'p'), FALSE)
            FROM part p JOIN pg_class r ON r.oid = p.root JOIN pg_class c ON c.oid = p.oid
            LEFT JOIN pg_index k ON k.indrelid = c.oid AND k.indisprimary
            LEFT JOIN pg_index x ON x.indrelid = c.oid AND x.indisreplident
            GROUP BY r.oid, r.relname, r.relreplident
            """.formatted(TABLE);

    private static final String COLUMNS = """
            SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.atttypid::bigint, a.atttypmod,
                   NOT a.attnotnull AND t.typnotnull IS NOT TRUE, COALESCE(to_jsonb(a) ->> 'attgenerated', '') <> ''
            FROM pg_attribute a
            JOIN pg_class c ON c.oid = a.attrelid
            JOIN pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_type t ON t.oid = a.atttypid
            WHERE n.nspname = ? AND %s AND a.attnum > 0 AND NOT a.attisdropped
            ORDER BY c.relname, a.attnum
            """.formatted(TABLE);

    // Partial, unfinished and deferrable indexes do not identify a row at every moment.
    private static final String INDEXES = """
            SELECT c.relname, i.relname, x.indisprimary, a.attname
            FROM pg_index x
            JOIN pg_class c ON c.oid = x.indrelid
            JOIN pg_class i ON i.oid = x.indexrelid
            JOIN pg_namespace n ON n.oid = c.relnamespace
            CROSS JOIN LATERAL unnest(x.indkey::int2[]) WITH ORDINALITY AS k (attnum, place)
            LEFT JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = k.attnum AND k.attnum > 0
            WHERE n.nspname = ? AND %s AND x.indisunique AND x.indisvalid AND x.indpred IS NULL
              AND (x.indimmediate OR x.indisprimary) AND k.place <= x.indnkeyatts
            ORDER BY c.relname, i.relname, k.place
            """.formatted(TABLE);

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
        addColumns(connection, tables, schema, capture);
        query(connection, row -> addIndexColumn(tables, row), INDEXES, schema);
        return tables.values().stream().map(TableFacts::schema).toList();
    }

    private static TableFacts table(String schema, ResultSet row) throws SQLException {
        long rows = (long) row.getDouble(3);
        // "Never analysed" is -1 from version 14 on; before, it is 0 rows on 0 pages.
        boolean known = rows > 0 || (rows == 0 && row.getInt(4) > 0);
        return new TableFacts(
                new TableId(schema, row.getString(1)),
                row.getBoolean(2) ? BeforeImage.FULL : row.getBoolean(5) ? BeforeImage.NONE : BeforeImage.KEY,
                known ? OptionalLong.of(rows) : OptionalLong.empty());
    }

    private static void addColumns(
            Connection connection, Map<String, TableFacts> tables, String schema, boolean capture) throws SQLException {
        List<Declared> columns = query(connection, Declared::of, COLUMNS, schema);
        PostgresTypes types = new PostgresTypes();
        types.read(connection, columns.stream().map(Declared::oid).collect(Collectors.toSet()));
        for (Declared column : columns) {
            TableFacts table = tables.get(column.table());
            if (table != null) {
                table.column(column.schema(types, capture));
            }
        }
    }

    /**
     * A column as it was declared.
     *
     * @param generated whether the server computes it; such values are not in the log
     */
    private record Declared(
            String table, String name, String type, long oid, int modifier, boolean nullable, boolean generated) {
        static Declared of(ResultSet row) throws SQLException {
            return new Declared(
                    row.getString(1),
                    row.getString(2),
                    row.getString(3),
                    row.getLong(4),
                    row.getInt(5),
                    row.getBoolean(6),
                    row.getBoolean(7));
        }

        ColumnSchema schema(PostgresTypes types, boolean capture) {
            boolean missing = generated && capture;
            return new ColumnSchema(
                    name,
                    generated ? type + " generated" : type,
                    missing
                            ? ColumnType.UNSUPPORTED
                            : types.resolve(oid, modifier).columnType(),
                    nullable);
        }
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
