package io.tapstate.planner.expression;

import io.tapstate.planner.logical.RowType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/** The SQL of a {@code join} step: one query over the step's aliases. docs/expressions.md is its contract. */
public final class JoinQuery {
    private JoinQuery() {}

    public sealed interface Outcome permits Validated, Faults {
        /** Empty when the query can be used. */
        List<ExpressionFault> faults();
    }

    /**
     * @param output the rows that come out; open when a {@code *} stands for columns that are not known
     * @param aliases those of the step that the query reads
     * @param columns one per column of {@code output}
     * @param grouped whether rows are folded, by GROUP BY or by an aggregate over everything
     * @param distinct whether equal rows are folded
     * @param identity the output columns that identify a row; empty when the query publishes none
     */
    public record Validated(
            RowType output,
            SortedSet<String> aliases,
            List<OutputColumn> columns,
            boolean grouped,
            boolean distinct,
            Optional<List<String>> identity)
            implements Outcome {
        public Validated {
            columns = List.copyOf(columns);
        }

        @Override
        public List<ExpressionFault> faults() {
            return List.of();
        }
    }

    /** @param origin present when the column is a column of an input, unchanged */
    public record OutputColumn(RowType.Column column, Optional<Origin> origin) {}

    /**
     * @param relation the input's name within the query, which tells two uses of one alias apart
     * @param alias the step's name of the input
     */
    public record Origin(String relation, String alias, String column) {}

    public record Faults(List<ExpressionFault> faults) implements Outcome {
        public Faults {
            faults = List.copyOf(faults);
        }
    }

    /** As {@link #validate(String, Map, Map)}, when nothing is known of what identifies the inputs' rows. */
    public static Outcome validate(String sql, Map<String, RowType> inputs) {
        return validate(sql, inputs, Map.of());
    }

    /**
     * @param inputs row type by alias, {@link RowType#ANY} where the schema is not known
     * @param identities the columns that identify an input's row, by alias; an alias may be missing
     */
    public static Outcome validate(String sql, Map<String, RowType> inputs, Map<String, List<String>> identities) {
        return JoinJudgement.of(sql, inputs, identities);
    }
}
