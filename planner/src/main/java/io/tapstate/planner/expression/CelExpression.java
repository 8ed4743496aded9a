package io.tapstate.planner.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelOptions;
import dev.cel.common.CelOverloadDecl;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.planner.logical.RowType;
import io.tapstate.planner.plan.PlanColumns;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

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

    public sealed interface Outcome permits Compiled, Prepared, Faults {
        /** Empty when it compiled. */
        List<ExpressionFault> faults();
    }

    /**
     * @param type empty when only a row tells, and for lists, maps and null
     * @param nativeName of a column passed through, its own; else CEL's name of the type, {@code dyn} where unknown
     * @param nullable whether the result may be null
     * @param afterColumns names read from the row as it is after the change
     * @param beforeColumns names read from the row as it was
     * @param others what it reads besides columns: names of variables, and {@code now}
     */
    public record Compiled(
            Optional<ColumnType> type,
            String nativeName,
            boolean nullable,
            SortedSet<String> afterColumns,
            SortedSet<String> beforeColumns,
            SortedSet<String> others)
            implements Outcome {
        @Override
        public List<ExpressionFault> faults() {
            return List.of();
        }

        public boolean readsColumns() {
            return !afterColumns.isEmpty() || !beforeColumns.isEmpty();
        }

        /** Every column it reads, of either image. */
        public SortedSet<String> columns() {
            SortedSet<String> all = new TreeSet<>(afterColumns);
            all.addAll(beforeColumns);
            return all;
        }

        /** Whether it asks what happened to the row. */
        public boolean readsOp() {
            return others.contains("op");
        }

        /**
         * Whether the row alone decides the result, so that it can be known of the old row too: of that one nobody knows
         * when it was written and what stood there before. What happened to it may be asked besides.
         */
        public boolean ofRowAlone() {
            return beforeColumns.isEmpty() && !others.contains("ts") && !others.contains("now");
        }
    }

    /**
     * An expression ready to run. The tree is checked; {@code after} and {@code before} are to be maps that answer to every
     * column's name, the variables of {@link #PRESENCE} maps of the columns that an image has, {@link #NOW} an instant.
     *
     * @param passed the column that it passes on as it is, if that is all it does
     */
    public record Prepared(CelAbstractSyntaxTree tree, Compiled compiled, Optional<Passed> passed) implements Outcome {
        @Override
        public List<ExpressionFault> faults() {
            return List.of();
        }
    }

    /** @param image {@code after} or {@code before} */
    public record Passed(String image, String column) {}

    /** By row variable, the variable that says which columns its image has. */
    public static final Map<String, String> PRESENCE = Map.of("after", "@after", "before", "@before");

    /** The variable that holds the time of the change. */
    public static final String NOW = "@now";

    /** The ids of the functions that we add to CEL's own, for the runtime to bind; without {@code now}. */
    public static Set<String> overloads() {
        return CelFunctions.declarations().stream()
                .filter(function -> !function.name().equals("now"))
                .flatMap(function -> function.overloads().stream())
                .map(CelOverloadDecl::overloadId)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** What the runtime is to be built with. */
    public static CelOptions options() {
        return CelEnvironment.OPTIONS;
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

    /**
     * Compiles for running: {@link Prepared}, or {@link Faults}.
     *
     * @param columns those of the row that the expression reads, or more
     */
    public static Outcome prepare(String text, Use use, PlanColumns columns) {
        RowType row = new RowType(
                columns.columns().stream()
                        .map(column -> new RowType.Column(
                                column.name(),
                                column.type(),
                                column.type()
                                        .map(type -> type.name().toLowerCase(Locale.ROOT))
                                        .orElse("dyn"),
                                column.nullable()))
                        .toList(),
                columns.open());
        return CelJudgement.prepared(text, use, row);
    }
}
