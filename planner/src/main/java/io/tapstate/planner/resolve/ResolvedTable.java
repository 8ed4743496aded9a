package io.tapstate.planner.resolve;

import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.planner.dsl.SourceSpec;
import java.util.List;

/**
 * A reference bound to a table.
 *
 * @param identity the columns that identify a row: the primary key, else the only unique index without nulls
 * @param span where the reference stands
 */
public record ResolvedTable(SourceSpec source, TableSchema schema, List<String> identity, SourceSpan span) {
    public ResolvedTable {
        identity = List.copyOf(identity);
    }

    public List<String> columnNames() {
        return schema.columns().stream().map(column -> column.name()).toList();
    }
}
