package io.tapstate.planner.check;

import io.tapstate.connectors.mysql.MySqlOptions;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.logical.LogicalPipeline;
import io.tapstate.planner.logical.LogicalTable;
import java.util.stream.Stream;

/**
 * Databases and tables have names that the libraries which read them can take. MySQL's takes quotation marks in some places
 * for those of a statement. Of PostgreSQL every name can be read.
 */
final class NameCheck implements PipelineCheck {
    @Override
    public void check(LogicalPipeline pipeline, Faults faults) {
        pipeline.tables().stream()
                .filter(table -> table.source().connector().value().equals(MySqlOptions.CONNECTOR))
                .forEach(table -> {
                    check("database", table.schema().id().namespace(), table, faults);
                    check("table", table.schema().id().name(), table, faults);
                });
    }

    private static void check(String kind, String name, LogicalTable table, Faults faults) {
        boolean twice = Stream.of("``", "\"\"", "''").anyMatch(name::contains);
        boolean outside = Stream.of("`", "\"").anyMatch(mark -> name.startsWith(mark) || name.endsWith(mark));
        if (twice || outside) {
            faults.add(
                    table.span(),
                    CheckError.NAME_NOT_SUPPORTED,
                    "kind",
                    kind,
                    "name",
                    name,
                    "table",
                    table.schema().id(),
                    "reason",
                    "a quotation mark at its beginning, at its end or twice in a row");
        }
    }
}
