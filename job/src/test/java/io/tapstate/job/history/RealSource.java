package io.tapstate.job.history;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The tables of one source in a database of their own on a real server, written through one connection. */
final class RealSource implements AutoCloseable {
    private static final DateTimeFormatter MILLISECONDS = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");

    private final TestDatabase database;
    private final Connection connection;
    private final boolean postgres;

    /** A row instead of another; one of them may be null. */
    record Write(Table table, BsonDocument before, BsonDocument after) {}

    RealSource(String id, String connector) throws SQLException {
        this.postgres = connector.equals("postgres");
        this.database =
                postgres ? TestDatabases.freshPostgres("history_" + id) : TestDatabases.freshMySql("history_" + id);
        this.connection = database.connect();
        connection.setAutoCommit(false);
    }

    TestDatabase database() {
        return database;
    }

    void create(Table table) throws SQLException {
        List<String> parts = new ArrayList<>();
        for (Column column : table.columns) {
            parts.add(column.name() + " " + type(column) + (column.nullable() ? " NULL" : " NOT NULL"));
        }
        String name = table.id.name();
        String identity = String.join(", ", table.identity);
        parts.add(table.primaryKey ? "PRIMARY KEY (" + identity + ")" : unique(name, "i", identity));
        for (List<String> unique : table.uniques) {
            parts.add(unique(name, Integer.toString(parts.size()), String.join(", ", unique)));
        }
        for (List<String> unique : table.nullableUniques) {
            parts.add(unique(name, Integer.toString(parts.size()), String.join(", ", unique)));
        }
        String columns = String.join(", ", parts);
        if (!postgres) {
            execute("CREATE TABLE " + name + " (" + columns + ") CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
            return;
        }
        execute("CREATE TABLE " + name + " (" + columns + ")");
        for (Column column : table.columns) {
            if (column.use() == Column.Use.PAYLOAD) {
                execute("ALTER TABLE " + name + " ALTER " + column.name() + " SET STORAGE EXTERNAL");
            }
        }
        if (table.image == BeforeImage.FULL) {
            execute("ALTER TABLE " + name + " REPLICA IDENTITY FULL");
        } else if (!table.primaryKey) {
            execute("ALTER TABLE " + name + " REPLICA IDENTITY USING INDEX " + name + "_ui");
        }
    }

    private static String unique(String table, String suffix, String columns) {
        return "CONSTRAINT " + table + "_u" + suffix + " UNIQUE (" + columns + ")";
    }

    private String type(Column column) {
        return switch (column.type()) {
            case INTEGER -> "BIGINT";
            case DECIMAL -> (postgres ? "NUMERIC" : "DECIMAL") + "(30," + RealValues.SCALE + ")";
            case DOUBLE -> postgres ? "DOUBLE PRECISION" : "DOUBLE";
            case BOOLEAN -> "BOOLEAN";
            case BINARY -> postgres ? "BYTEA" : "VARBINARY(40)";
            case DATE -> "DATE";
            case TIMESTAMP -> (postgres ? "TIMESTAMPTZ" : "TIMESTAMP") + "(3)";
            case UUID -> "UUID";
            case STRING -> column.use() == Column.Use.PAYLOAD ? "TEXT" : "VARCHAR(40)";
            default -> throw new IllegalStateException("no table has a column of type " + column.type());
        };
    }

    private void execute(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
        connection.commit();
    }

    /**
     * One transaction.
     *
     * @param kept whether it is committed, or rolled back at its end
     */
    void transaction(List<Write> writes, boolean kept) throws SQLException {
        for (Write write : writes) {
            write(write);
        }
        if (kept) {
            connection.commit();
        } else {
            connection.rollback();
        }
    }

    private void write(Write write) throws SQLException {
        Table table = write.table();
        String name = table.id.name();
        String where = table.identity.stream().map(column -> column + " = ?").collect(Collectors.joining(" AND "));
        if (write.before() == null) {
            List<String> columns = List.copyOf(table.names());
            String marks = String.join(", ", columns.stream().map(column -> "?").toList());
            String names = String.join(", ", columns);
            run("INSERT INTO " + name + " (" + names + ") VALUES (" + marks + ")", table, columns, write.after(), null);
        } else if (write.after() == null) {
            run("DELETE FROM " + name + " WHERE " + where, table, List.of(), null, write.before());
        } else {
            List<String> changed = table.names().stream()
                    .filter(column ->
                            !write.before().get(column).equals(write.after().get(column)))
                    .toList();
            if (!changed.isEmpty()) {
                String sets = changed.stream().map(column -> column + " = ?").collect(Collectors.joining(", "));
                run(
                        "UPDATE " + name + " SET " + sets + " WHERE " + where,
                        table,
                        changed,
                        write.after(),
                        write.before());
            }
        }
    }

    private void run(String sql, Table table, List<String> written, BsonDocument row, BsonDocument old)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int at = 1;
            for (String column : written) {
                bind(statement, at++, table.column(column), row.get(column));
            }
            if (old != null) {
                for (String column : table.identity) {
                    bind(statement, at++, table.column(column), old.get(column));
                }
            }
            int rows = statement.executeUpdate();
            if (rows != 1) {
                throw new IllegalStateException(rows + " rows by " + statement);
            }
        } catch (SQLException e) {
            throw new SQLException(sql + " with " + row + " instead of " + old + ": " + e.getMessage(), e);
        }
    }

    private void bind(PreparedStatement statement, int at, Column column, BsonValue value) throws SQLException {
        if (value.isNull()) {
            statement.setNull(at, Types.NULL);
            return;
        }
        switch (column.type()) {
            case INTEGER -> statement.setLong(at, value.asInt64().getValue());
            case DECIMAL ->
                statement.setBigDecimal(at, value.asDecimal128().getValue().bigDecimalValue());
            case DOUBLE -> statement.setDouble(at, value.asDouble().getValue());
            case BOOLEAN -> statement.setBoolean(at, value.asBoolean().getValue());
            case BINARY -> statement.setBytes(at, value.asBinary().getData());
            case STRING -> statement.setString(at, value.asString().getValue());
            case UUID -> {
                ByteBuffer bytes = ByteBuffer.wrap(value.asBinary().getData());
                statement.setObject(at, new UUID(bytes.getLong(), bytes.getLong()));
            }
            case DATE, TIMESTAMP ->
                bindTime(statement, at, column, value.asDateTime().getValue());
            default -> throw new IllegalStateException("no table has a column of type " + column.type());
        }
    }

    private void bindTime(PreparedStatement statement, int at, Column column, long millis) throws SQLException {
        LocalDateTime time = LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
        if (column.type() == io.tapstate.connectors.api.ColumnType.DATE) {
            LocalDate date = time.toLocalDate();
            statement.setObject(at, postgres ? date : date.toString());
        } else {
            // The server's zone is UTC, so text says which instant it is.
            statement.setObject(at, postgres ? time.atOffset(ZoneOffset.UTC) : MILLISECONDS.format(time));
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
        database.close();
    }
}
