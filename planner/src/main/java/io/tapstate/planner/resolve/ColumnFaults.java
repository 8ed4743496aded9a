package io.tapstate.planner.resolve;

import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.logical.RowType;
import io.tapstate.planner.logical.RowType.Column;
import io.tapstate.planner.spec.Located;
import java.util.Optional;

/** Finds columns that authors name; one that rows cannot have is recorded with the nearest that they have. */
public final class ColumnFaults {
    private ColumnFaults() {}

    /** The column; empty when there is none, which is recorded unless rows may hold it anyway. */
    public static Optional<Column> find(Faults faults, Located<String> name, String table, RowType rows) {
        Optional<Column> column = rows.column(name.value());
        if (column.isEmpty() && !rows.open() && !name.value().contains("${")) {
            missing(faults, name.span(), name.value(), table, rows);
        }
        return column;
    }

    static void missing(Faults faults, SourceSpan span, String name, String table, RowType rows) {
        faults.add(
                span,
                DslError.MISSING_REFERENCE,
                "ref",
                name,
                "what",
                "column of `" + table + "`",
                "suggestion",
                NearestName.suggestion(name, rows.names()));
    }
}
