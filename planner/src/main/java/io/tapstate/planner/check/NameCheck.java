package io.tapstate.planner.check;

import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.mysql.MySqlOptions;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.logical.LogicalPipeline;
import io.tapstate.planner.logical.LogicalTable;

/**
 * Columns have names that the libraries which read them can take. MySQL's keeps a backtick in a name doubled, as a
 * statement writes it. Of PostgreSQL every name can be read.
 */
final class NameCheck implements PipelineCheck {
    @Override
    public void check(LogicalPipeline pipeline, Faults faults) {
        pipeline.tables().stream()
                .filter(table -> table.source().connector().value().equals(MySqlOptions.CONNECTOR))
                .forEach(table -> check(table, faults));
    }

    private static void check(LogicalTable table, Faults faults) {
        for (ColumnSchema column : table.schema().columns()) {
            if (column.name().indexOf('`') >= 0) {
                faults.add(
                        table.span(),
                        CheckError.NAME_NOT_SUPPORTED,
                        "kind",
                        "column",
                        "name",
                        column.name(),
                        "table",
                        table.schema().id(),
                        "reason",
                        "a backtick");
            }
        }
    }
}
