package io.tapstate.job.history;

import io.tapstate.connectors.api.ColumnType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** The rows of one world while its history is made, and where values for its columns come from. */
final class World {
    final int number;
    private final Random random;
    private final Map<Table, List<BsonDocument>> rows = new HashMap<>();
    private long version;

    World(int number, Random random) {
        this.number = number;
        this.random = random;
    }

    /** The rows of a table as they are now; the list is live. */
    List<BsonDocument> rows(Table table) {
        return rows.computeIfAbsent(table, none -> new ArrayList<>());
    }

    /** A row of new values. */
    BsonDocument anyRow(Table table) {
        BsonDocument row = new BsonDocument();
        for (Column column : table.columns) {
            row.put(column.name(), any(table, column));
        }
        table.joins.forEach(join -> meet(table, row, join));
        return row;
    }

    /** A copy of a row with new values in some columns. */
    BsonDocument with(Table table, BsonDocument row, Collection<String> columns) {
        BsonDocument changed = row.clone();
        for (String column : columns) {
            changed.put(column, any(table, table.column(column)));
        }
        for (Table.Join join : table.joins) {
            if (columns.containsAll(join.columns())) {
                meet(table, changed, join);
            }
        }
        return changed;
    }

    /** Lets a row join to one that is there, more often than chance would. */
    private void meet(Table table, BsonDocument row, Table.Join join) {
        List<BsonDocument> others = rows(join.other());
        if (others.isEmpty() || random.nextInt(5) < 2) {
            return;
        }
        BsonDocument other = others.get(random.nextInt(others.size()));
        for (int i = 0; i < join.columns().size(); i++) {
            Column column = table.column(join.columns().get(i));
            row.put(
                    column.name(),
                    as(column, table, other.get(join.otherColumns().get(i))));
        }
    }

    /** A value as a column that joins to it holds it. */
    private BsonValue as(Column column, Table table, BsonValue value) {
        if (column.type() == ColumnType.INTEGER && value.isDecimal128()) {
            return new BsonInt64(
                    value.asDecimal128().getValue().bigDecimalValue().longValueExact());
        }
        if (column.type() == ColumnType.DECIMAL && value.isInt64()) {
            int scale = table.constrained(column.name()) ? 2 : random.nextInt(3);
            return new BsonDecimal128(new Decimal128(
                    BigDecimal.valueOf(value.asInt64().getValue()).setScale(scale)));
        }
        return value;
    }

    /** A row that joins to another. */
    record Joined(Table table, Table.Join join, BsonDocument row) {}

    /** Every row of some tables that joins to a row, by whatever key. */
    List<Joined> joined(List<Table> within, Table parent, BsonDocument row) {
        List<Joined> found = new ArrayList<>();
        for (Table table : within) {
            for (Table.Join join : table.joins) {
                for (BsonDocument child : join.other() == parent ? rows(table) : List.<BsonDocument>of()) {
                    if (child != row && meets(child, join, row)) {
                        found.add(new Joined(table, join, child));
                    }
                }
            }
        }
        return found;
    }

    private static boolean meets(BsonDocument child, Table.Join join, BsonDocument parent) {
        for (int i = 0; i < join.columns().size(); i++) {
            if (!Values.equal(
                    child.get(join.columns().get(i)),
                    parent.get(join.otherColumns().get(i)))) {
                return false;
            }
        }
        return true;
    }

    /** The row as it joins to another parent. */
    BsonDocument follow(Joined joined, BsonDocument parent) {
        BsonDocument followed = joined.row.clone();
        for (int i = 0; i < joined.join.columns().size(); i++) {
            Column column = joined.table.column(joined.join.columns().get(i));
            followed.put(
                    column.name(),
                    as(
                            column,
                            joined.table,
                            parent.get(joined.join.otherColumns().get(i))));
        }
        return followed;
    }

    BsonValue any(Table table, Column column) {
        if (column.nullable() && random.nextInt(6) == 0) {
            return BsonNull.VALUE;
        }
        return switch (column.use()) {
            case KEY ->
                column.domain()
                        .value(
                                number,
                                random.nextInt(column.domain().size()),
                                table.constrained(column.name()) ? 2 : random.nextInt(3));
            case ORDER -> ordering(column.type(), random.nextInt(4));
            case PAYLOAD -> new BsonString("v" + ++version);
        };
    }

    private static BsonValue ordering(ColumnType type, int index) {
        return switch (type) {
            case INTEGER -> new BsonInt64(index == 3 ? Long.MIN_VALUE : index - 1);
            case DECIMAL ->
                new BsonDecimal128(new Decimal128(new BigDecimal(new String[] {"-1.5", "10", "9.99", "1E+25"}[index])));
            case DOUBLE -> new BsonDouble(new double[] {-0.5, -0.25, 3e9, 1e300}[index]);
            case BOOLEAN -> BsonBoolean.valueOf(index < 2);
            case TIMESTAMP -> new BsonDateTime(new long[] {-1, 0, 1, 1_700_000_000_000L}[index]);
            default -> new BsonString(new String[] {"", "Z", "\uFFFD", "\uD83D\uDE00"}[index]);
        };
    }

    /** The row of that identity; null when there is none. */
    BsonDocument same(Table table, BsonDocument row) {
        for (BsonDocument other : rows(table)) {
            if (agree(other, row, table.identity)) {
                return other;
            }
        }
        return null;
    }

    /** Whether a row may stand in place of another without sharing what is unique. */
    boolean fits(Table table, BsonDocument row, BsonDocument insteadOf) {
        List<List<String>> constraints = table.constraints();
        for (BsonDocument other : rows(table)) {
            if (other != insteadOf) {
                for (List<String> unique : constraints) {
                    if (agree(other, row, unique)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** Whether all these columns are equal and none is null. */
    static boolean agree(BsonDocument left, BsonDocument right, List<String> columns) {
        for (String column : columns) {
            BsonValue value = left.get(column);
            if (value.isNull() || !value.equals(right.get(column))) {
                return false;
            }
        }
        return true;
    }
}
