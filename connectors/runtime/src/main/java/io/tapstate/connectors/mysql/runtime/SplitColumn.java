package io.tapstate.connectors.mysql.runtime;

import io.debezium.relational.Column;
import io.debezium.relational.Table;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * A column whose values part a table's rows into chunks.
 *
 * @param name as the library has it, see {@link DoubledTicks}
 * @param ordered whether the log reader, which compares in Java, sees the same order as the server
 */
record SplitColumn(String name, Form form, boolean ordered) {
    private static final Set<String> WHOLE = Set.of("TINYINT", "SMALLINT", "MEDIUMINT", "INT", "INTEGER", "BIGINT");
    private static final Set<String> EXACT = Set.of("DECIMAL", "NUMERIC", "DEC", "FIXED");
    private static final Set<String> TEXT =
            Set.of("CHAR", "VARCHAR", "NCHAR", "NVARCHAR", "TINYTEXT", "TEXT", "MEDIUMTEXT", "LONGTEXT", "CHARACTER");
    private static final Set<String> TIMES = Set.of("DATE", "TIME", "DATETIME", "TIMESTAMP");
    private static final Set<String> BYTES =
            Set.of("BINARY", "VARBINARY", "TINYBLOB", "BLOB", "MEDIUMBLOB", "LONGBLOB");

    /** How a bound is read from the server, so that the same driver hands it back unchanged. */
    enum Form {
        WHOLE,
        HUGE,
        EXACT,
        TEXT,
        TIME,
        BYTES
    }

    /** The first key column that can part rows; empty when none can, and the table must be read as one. */
    static Optional<SplitColumn> of(Table table, List<String> key) {
        for (int i = 0; i < key.size(); i++) {
            Column column = table.columnWithName(DoubledTicks.of(key.get(i)));
            if (column == null || column.isOptional()) {
                continue;
            }
            Optional<Form> form = form(column);
            if (form.isPresent()) {
                boolean truth =
                        column.typeName().toUpperCase(Locale.ROOT).startsWith("TINYINT") && column.length() == 1;
                boolean whole = form.get() == Form.WHOLE || form.get() == Form.HUGE;
                return Optional.of(new SplitColumn(column.name(), form.get(), i == 0 && whole && !truth));
            }
        }
        return Optional.empty();
    }

    /** The column of bounds, and whether the log reader can compare them. */
    RowType type() {
        return type(name, ordered);
    }

    /** For a table of one chunk. */
    static RowType unbounded(String column) {
        return type(column, true);
    }

    static boolean isOrdered(RowType type) {
        return type.getTypeAt(0) instanceof BigIntType;
    }

    private static RowType type(String column, boolean ordered) {
        LogicalType type = ordered ? new BigIntType() : new VarCharType(VarCharType.MAX_LENGTH);
        return new RowType(List.of(new RowType.RowField(column, type)));
    }

    // Enumerations sort by place and compare by text; floats are printed with fewer digits than they have.
    private static Optional<Form> form(Column column) {
        String name = column.typeName().toUpperCase(Locale.ROOT);
        String first = name.split("[ (]", 2)[0];
        if (WHOLE.contains(first)) {
            return Optional.of(first.equals("BIGINT") && name.contains("UNSIGNED") ? Form.HUGE : Form.WHOLE);
        }
        if (EXACT.contains(first)) {
            return Optional.of(Form.EXACT);
        }
        if (TEXT.contains(first)) {
            return Optional.of(Form.TEXT);
        }
        if (TIMES.contains(first)) {
            return Optional.of(Form.TIME);
        }
        return BYTES.contains(first) ? Optional.of(Form.BYTES) : Optional.empty();
    }

    Object value(ResultSet row) throws SQLException {
        return switch (form) {
            case WHOLE -> {
                long value = row.getLong(1);
                yield row.wasNull() ? null : (Object) value;
            }
            // The driver would hand a BigInteger back as a long.
            case HUGE, EXACT -> row.getBigDecimal(1);
            case TEXT, TIME -> row.getString(1);
            case BYTES -> row.getBytes(1);
        };
    }

    String selected() {
        return read(quoted());
    }

    String min() {
        return read("MIN(" + quoted() + ")");
    }

    String max() {
        return read("MAX(" + quoted() + ")");
    }

    // The driver would turn a time into one of its own zone.
    private String read(String expression) {
        return form == Form.TIME ? "CAST(" + expression + " AS CHAR)" : expression;
    }

    String quoted() {
        return quoted(DoubledTicks.undone(name));
    }

    static String quoted(String identifier) {
        return "`" + DoubledTicks.of(identifier) + "`";
    }
}
