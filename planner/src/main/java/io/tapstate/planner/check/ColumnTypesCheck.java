package io.tapstate.planner.check;

import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.logical.LogicalPipeline;
import io.tapstate.planner.logical.LogicalTable;

/** Every column of every table that is read has a type whose values can be carried exactly; those of keys, compared too. */
final class ColumnTypesCheck implements PipelineCheck {
    @Override
    public void check(LogicalPipeline pipeline, Faults faults) {
        pipeline.tables().forEach(table -> check(table, faults));
    }

    private static void check(LogicalTable table, Faults faults) {
        for (ColumnSchema column : table.schema().columns()) {
            if (column.type() == ColumnType.UNSUPPORTED) {
                faults.add(
                        table.span(),
                        CheckError.COLUMN_TYPE_UNSUPPORTED,
                        "column",
                        column.name(),
                        "table",
                        table.schema().id(),
                        "type",
                        column.nativeType());
            } else if (!column.type().identifies() && table.identity().contains(column.name())) {
                faults.add(
                        table.span(),
                        CheckError.KEY_TYPE_UNSUPPORTED,
                        "column",
                        column.name(),
                        "table",
                        table.schema().id(),
                        "type",
                        column.nativeType());
            }
        }
    }
}
