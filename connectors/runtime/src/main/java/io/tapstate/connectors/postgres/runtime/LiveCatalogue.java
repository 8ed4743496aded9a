package io.tapstate.connectors.postgres.runtime;

import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.cdc.ColumnWriter.NotRepresentable;
import io.tapstate.connectors.cdc.LiveTables;
import io.tapstate.connectors.cdc.RowBytes;
import io.tapstate.connectors.cdc.TableColumn;
import io.tapstate.connectors.cdc.TableShape;
import io.tapstate.connectors.postgres.PostgresTypes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads what tables are now: the numbers of their columns, which stay with a column whatever its name, and what older rows
 * show in columns that came later.
 */
final class LiveCatalogue {
    // A column without a stored value shows null in older rows, unless they were all written anew with its default.
    // That is not to be told from a default that came later. Partitions have the values that their table does not.
    private static final String COLUMNS = """
            WITH RECURSIVE part (oid) AS (
              SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
              WHERE n.nspname = ? AND c.relname = ?
              UNION ALL
              SELECT i.inhrelid FROM part p JOIN pg_class c ON c.oid = p.oid AND c.relkind = 'p'
              JOIN pg_inherits i ON i.inhparent = p.oid
            )
            SELECT a.attnum, a.attname, format_type(a.atttypid, a.atttypmod),
              COALESCE(to_jsonb(a) ->> 'attgenerated', '') = '', c.relnatts, a.atttypid::bigint, a.atttypmod,
              a.atthasmissing, (a.attmissingval::text::text[])[1],
              a.atthasdef OR a.attidentity <> '' OR t.typdefault IS NOT NULL AND t.typtype = 'd' OR EXISTS (
                SELECT 1 FROM part p JOIN pg_attribute o ON o.attrelid = p.oid
                WHERE p.oid <> c.oid AND o.attname = a.attname AND o.atthasmissing)
            FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
              JOIN pg_type t ON t.oid = a.atttypid
            WHERE n.nspname = ? AND c.relname = ? AND a.attnum > 0 AND NOT a.attisdropped
            ORDER BY a.attnum""";
    private static final String POSITION =
            "SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_receive_lsn() ELSE pg_current_wal_insert_lsn() END - '0/0'";

    private final Connection connection;
    private final PostgresTypes types = new PostgresTypes();

    /** @param connection one of its own: its settings are changed */
    LiveCatalogue(Connection connection) {
        this.connection = connection;
    }

    LiveTables read(List<TableId> tables) throws SQLException {
        TreeMap<TableId, LiveTables.Live> live = new TreeMap<>();
        try (Statement statement = connection.createStatement()) {
            statement.execute(SessionSettings.statements());
            long since = position(statement);
            for (TableId table : tables) {
                LiveTables.Live now = read(table);
                if (now != null) {
                    live.put(table, now);
                }
            }
            // After the tables: what was seen must not be newer than the place at which it counts.
            return new LiveTables(live, since, position(statement));
        }
    }

    private static long position(Statement statement) throws SQLException {
        try (ResultSet position = statement.executeQuery(POSITION)) {
            position.next();
            return position.getLong(1);
        }
    }

    private LiveTables.Live read(TableId table) throws SQLException {
        List<TableColumn> columns = new ArrayList<>();
        RowBytes filled = new RowBytes();
        filled.reset();
        int used = 0;
        try (PreparedStatement query = connection.prepareStatement(COLUMNS)) {
            query.setString(1, table.namespace());
            query.setString(2, table.name());
            query.setString(3, table.namespace());
            query.setString(4, table.name());
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    used = row.getInt(5);
                    columns.add(new TableColumn(row.getInt(1), row.getString(2), row.getString(3), row.getBoolean(4)));
                    fill(filled, row);
                }
            }
        }
        return columns.isEmpty() ? null : new LiveTables.Live(new TableShape(columns, used), filled.finish());
    }

    private void fill(RowBytes filled, ResultSet row) throws SQLException {
        byte[] number = RowBytes.name(row.getString(1));
        if (row.getBoolean(8)) {
            types.read(connection, Set.of(row.getLong(6)));
            int size = filled.size();
            try {
                TextWriters.of(types.resolve(row.getLong(6), row.getInt(7))).write(filled, number, row.getString(9));
            } catch (NotRepresentable e) {
                // As a value that only the database knows.
                filled.cutTo(size);
            }
        } else if (!row.getBoolean(10) && row.getBoolean(4)) {
            filled.nothing(number);
        }
    }
}
