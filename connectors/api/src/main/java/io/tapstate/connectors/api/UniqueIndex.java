package io.tapstate.connectors.api;

import java.util.List;

/**
 * @param columns in index order
 * @param notNull every column is NOT NULL, so the index identifies each row
 */
public record UniqueIndex(String name, List<String> columns, boolean notNull) {
    public UniqueIndex {
        columns = List.copyOf(columns);
    }
}
