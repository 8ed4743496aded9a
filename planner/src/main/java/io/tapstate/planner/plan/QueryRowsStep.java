package io.tapstate.planner.plan;

import java.util.List;

/**
 * Runs a SQL query over streams: {@code <step id>}. Its state is the query's own and fits no other query.
 *
 * @param engine as the author names it
 * @param tables what the query can read, in declared order
 * @param key the columns that identify a row that comes out; empty when none do
 */
public record QueryRowsStep(StepId id, String engine, String sql, List<Table> tables, List<String> key)
        implements PlanStep {
    /**
     * @param alias the table's name in the query
     * @param key the columns that identify a row; empty when none are known
     */
    public record Table(String alias, StreamRef input, PlanColumns columns, List<String> key) {
        public Table {
            key = List.copyOf(key);
        }
    }

    public QueryRowsStep {
        tables = List.copyOf(tables);
        key = List.copyOf(key);
    }

    @Override
    public String kind() {
        return "query-rows/1";
    }

    @Override
    public List<StreamRef> inputs() {
        return tables.stream().map(Table::input).toList();
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
