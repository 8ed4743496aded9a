package io.tapstate.planner.expression;

import io.tapstate.connectors.api.ColumnType;
import io.tapstate.planner.logical.RowType;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/** A CEL row expression: {@code filter} predicates and computed columns. docs/expressions.md is its contract. */
public final class CelExpression {
    private CelExpression() {}

    /** What the result is for. */
    public enum Use {
        /** Decides whether a row passes: must be boolean, or known only at run. */
        FILTER,
        /** Becomes a column's value. */
        VALUE
    }

    public sealed interface Outcome permits Compiled, Faults {
        /** Empty when it compiled. */
        List<ExpressionFault> faults();
    }

    /**
     * @param type empty when only a row tells, and for lists, maps and null
     * @param nativeName of a column passed through, its own; else CEL's name of the type, {@code dyn} where unknown
     * @param nullable whether the result may be null
     * @param afterColumns names read from the row as it is after the change
     * @param beforeColumns names read from the row as it was
     */
    public record Compiled(
            Optional<ColumnType> type,
            String nativeName,
            boolean nullable,
            SortedSet<String> afterColumns,
            SortedSet<String> beforeColumns)
            implements Outcome {
        @Override
        public List<ExpressionFault> faults() {
            return List.of();
        }

        public boolean readsColumns() {
            return !afterColumns.isEmpty() || !beforeColumns.isEmpty();
        }
    }

    public record Faults(List<ExpressionFault> faults) implements Outcome {
        public Faults {
            faults = List.copyOf(faults);
        }
    }

    /**
     * @param row the columns of {@code after} and {@code before}; empty when the schema is not known: then only the syntax,
     *     the variables and the functions are judged. Of an open row type, columns that are not listed hold anything.
     */
    public static Outcome compile(String text, Use use, Optional<RowType> row) {
        return CelJudgement.of(text, use, row);
    }
}
