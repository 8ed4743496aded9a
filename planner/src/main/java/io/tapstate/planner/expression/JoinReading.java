package io.tapstate.planner.expression;

import io.tapstate.connectors.api.ColumnType;
import io.tapstate.planner.expression.JoinQuery.OutputColumn;
import io.tapstate.planner.expression.JoinQuery.Validated;
import io.tapstate.planner.logical.RowType;
import io.tapstate.planner.plan.PlanColumns;
import io.tapstate.planner.plan.QueryRowsStep;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A query as a job runs it: which columns it reads, and how. SQL's types do not hold every value of every column type, so
 * a column may be handed to the query twice: as a value to compute with, and as the bytes it is, to pass on.
 *
 * @param sql the author's, but that columns passed on by the outermost SELECT are named by {@link Column#exact} where
 *     the query computes with them too
 * @param output one type per output column, as the planner told the steps behind; empty where only a row tells
 */
public record JoinReading(String sql, List<Table> tables, List<Optional<ColumnType>> output) {
    private static final String EXACT = "$exact.";

    /**
     * @param columns those that the query needs
     * @param key those of them that identify a row; empty when none are known
     */
    public record Table(String alias, List<Column> columns, List<String> key) {
        public Table {
            columns = List.copyOf(columns);
            key = List.copyOf(key);
        }
    }

    /** @param type empty where only a row tells */
    public record Column(String name, Optional<ColumnType> type, Use use) {
        /** The name of the column's bytes within the query. */
        public String exact() {
            return use == Use.BOTH ? EXACT + name : name;
        }
    }

    /** What a query does with a column. */
    public enum Use {
        /** It reads the column as a value of its SQL type. */
        VALUE,
        /** It passes the column on and never looks at it. */
        BYTES,
        /** Both; the bytes have a name of their own. */
        BOTH
    }

    public JoinReading {
        tables = List.copyOf(tables);
        output = List.copyOf(output);
    }

    /** @throws IllegalArgumentException for a query that {@link JoinQuery#validate} refuses */
    public static JoinReading of(QueryRowsStep step) {
        Map<String, RowType> rows = new LinkedHashMap<>();
        step.tables().forEach(table -> rows.put(table.alias(), rows(table.columns())));
        if (!(JoinQuery.validate(step.sql(), rows) instanceof Validated query)) {
            throw new IllegalArgumentException("the query of " + step.id() + " is none: " + step.sql());
        }
        JoinUses uses = JoinUses.of(JoinJudgement.parsed(step.sql()), step.sql());
        Set<JoinQuery.Origin> twice = query.columns().stream()
                .flatMap(column -> column.origin().stream())
                .filter(origin -> inexact(rows, origin)
                        && (uses.computedOn(origin.column()) || identifies(step.tables(), origin)))
                .collect(Collectors.toSet());
        Optional<String> rewritten =
                twice.isEmpty() ? Optional.empty() : uses.rewritten(query.columns(), twice, origin -> EXACT + origin);
        Map<String, RowType> known = JoinRows.closed(rows, uses.tables());
        List<Table> tables = step.tables().stream()
                .filter(table -> query.aliases().contains(table.alias()))
                .map(table -> table(table, known.get(table.alias()), uses, rewritten.isPresent() ? twice : Set.of()))
                .toList();
        List<Optional<ColumnType>> output = query.columns().stream()
                .map(OutputColumn::column)
                .map(RowType.Column::type)
                .toList();
        return new JoinReading(rewritten.orElse(step.sql()), tables, output);
    }

    private static Table table(QueryRowsStep.Table table, RowType known, JoinUses uses, Set<JoinQuery.Origin> twice) {
        List<Column> columns = new ArrayList<>();
        for (RowType.Column column : known.columns()) {
            String name = column.name();
            boolean key = table.key().contains(name);
            if (key || uses.reads(name)) {
                boolean exact = twice.stream()
                        .anyMatch(origin -> origin.alias().equals(table.alias())
                                && origin.column().equals(name));
                Use use = exact
                        ? Use.BOTH
                        : holdsAll(column.type()) || key || uses.computedOn(name) ? Use.VALUE : Use.BYTES;
                columns.add(new Column(name, column.type(), use));
            }
        }
        return new Table(table.alias(), columns, table.key());
    }

    /** The engine tells rows apart by these, which is computing. */
    private static boolean identifies(List<QueryRowsStep.Table> tables, JoinQuery.Origin origin) {
        return tables.stream()
                .anyMatch(table ->
                        table.alias().equals(origin.alias()) && table.key().contains(origin.column()));
    }

    private static boolean inexact(Map<String, RowType> rows, JoinQuery.Origin origin) {
        return !holdsAll(rows.get(origin.alias()).column(origin.column()).flatMap(RowType.Column::type));
    }

    /** Whether the SQL type holds every value, and gives it back as it was. */
    private static boolean holdsAll(Optional<ColumnType> type) {
        return type.filter(known -> switch (known) {
                    case INTEGER, DOUBLE, BOOLEAN, STRING, JSON, TIMESTAMP_MICROS, BINARY -> true;
                    // Dates and times may be texts that are none, such as infinity.
                    case DATE, TIMESTAMP, DATETIME, DECIMAL, TIME, UUID, ARRAY, MAP, GEOMETRY, UNSUPPORTED -> false;
                })
                .isPresent();
    }

    private static RowType rows(PlanColumns columns) {
        return new RowType(
                columns.columns().stream()
                        .map(column -> new RowType.Column(
                                column.name(),
                                column.type(),
                                column.type().map(Enum::name).orElse("dyn"),
                                column.nullable()))
                        .toList(),
                columns.open());
    }
}
