package io.tapstate.connectors.mysql.runtime;

import io.debezium.relational.Column;
import io.debezium.relational.Table;
import io.tapstate.connectors.cdc.TableColumn;
import io.tapstate.connectors.row.ColumnChange;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bson.BsonBoolean;
import org.bson.BsonDecimal128;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * What a target must do to follow a change of columns: rows that are in it already must look as the database shows them
 * now. Not every change can be followed; then nothing is, and the source ends.
 */
final class FollowedColumns {
    private final List<TableColumn> before;
    private final Table after;

    /** @param before the columns that rows had; never empty */
    FollowedColumns(List<TableColumn> before, Table after) {
        this.before = before;
        this.after = after;
    }

    /** In the statement's order; empty where rows look as before, absent where that cannot be told. */
    Optional<List<ColumnChange>> of(TableAlteration alteration) {
        List<ColumnChange> changes = new ArrayList<>();
        List<TableColumn> left = new ArrayList<>(before);
        for (ColumnChange change : alteration.changes()) {
            left.removeIf(column ->
                    change.kind() == ColumnChange.Kind.DROP && column.name().equalsIgnoreCase(change.name()));
            if (change.kind() == ColumnChange.Kind.ADD) {
                Column column = column(change.name());
                Optional<BsonValue> value = column == null ? Optional.empty() : value(column);
                if (value.isEmpty()) {
                    return Optional.empty();
                }
                changes.add(ColumnChange.added(DoubledTicks.undone(column.name()), value.get()));
                continue;
            }
            left.replaceAll(column ->
                    change.kind() == ColumnChange.Kind.RENAME && column.name().equalsIgnoreCase(change.name())
                            ? new TableColumn(0, change.to(), column.type(), true)
                            : column);
            changes.add(change);
        }
        boolean kept = left.stream().allMatch(this::keepsValues)
                && after.columns().stream()
                        .allMatch(column -> isExpected(DoubledTicks.undone(column.name()), left, changes));
        return kept ? Optional.of(changes) : Optional.empty();
    }

    private boolean keepsValues(TableColumn column) {
        Column now = column(column.name());
        return now != null && SameValues.keeps(column.type(), LoggedColumns.type(now));
    }

    private static boolean isExpected(String name, List<TableColumn> left, List<ColumnChange> changes) {
        return left.stream().anyMatch(column -> column.name().equalsIgnoreCase(name))
                || changes.stream()
                        .anyMatch(change -> change.kind() == ColumnChange.Kind.ADD
                                && change.name().equalsIgnoreCase(name));
    }

    private Column column(String name) {
        return after.columns().stream()
                .filter(column -> DoubledTicks.undone(column.name()).equalsIgnoreCase(name))
                .findFirst()
                .orElse(null);
    }

    /** What rows that were there show in a new column; empty where only the database knows. */
    private static Optional<BsonValue> value(Column column) {
        if (column.isGenerated() || column.isAutoIncremented()) {
            return Optional.empty();
        }
        String written = column.defaultValueExpression().orElse(null);
        if (written == null || written.equalsIgnoreCase("null")) {
            return column.isOptional() ? Optional.of(BsonNull.VALUE) : unsaid(column);
        }
        try {
            return said(column, written);
        } catch (NumberFormatException e) {
            // An expression.
            return Optional.empty();
        }
    }

    private static Optional<BsonValue> said(Column column, String written) {
        String type = LoggedColumns.type(column);
        if (type.equals("tinyint(1)") || type.startsWith("bool")) {
            boolean truth = written.equals("1") || written.equalsIgnoreCase("true");
            boolean known = truth || written.equals("0") || written.equalsIgnoreCase("false");
            return known ? Optional.of(BsonBoolean.valueOf(truth)) : Optional.empty();
        }
        if (type.startsWith("bigint unsigned")) {
            return Optional.of(new BsonDecimal128(new Decimal128(new BigDecimal(written))));
        }
        if (type.matches("(?:tiny|small|medium|big)?int(?:eger)?(?: unsigned)?(?: zerofill)?")) {
            return Optional.of(new BsonInt64(Long.parseLong(written)));
        }
        if (type.startsWith("decimal") || type.startsWith("numeric")) {
            int scale = column.scale().orElse(0);
            return Optional.of(new BsonDecimal128(new Decimal128(new BigDecimal(written).setScale(scale))));
        }
        boolean text = type.startsWith("varchar") || type.startsWith("char(") || type.startsWith("enum");
        // What is written without quotes may be a function.
        return text && !written.contains("(") ? Optional.of(new BsonString(written)) : Optional.empty();
    }

    private static Optional<BsonValue> unsaid(Column column) {
        String type = LoggedColumns.type(column).toLowerCase(Locale.ROOT);
        if (type.startsWith("varchar") || type.startsWith("char(") || type.endsWith("text")) {
            return Optional.of(new BsonString(""));
        }
        return type.startsWith("enum")
                ? Optional.of(new BsonString(column.enumValues().get(0)))
                : saidZero(column);
    }

    private static Optional<BsonValue> saidZero(Column column) {
        try {
            return said(column, "0");
        } catch (ArithmeticException e) {
            return Optional.empty();
        }
    }
}
