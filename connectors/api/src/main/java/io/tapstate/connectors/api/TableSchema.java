package io.tapstate.connectors.api;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a source says about one table.
 *
 * @param columns in table order
 * @param primaryKey column names in key order; empty when the table has none
 * @param rowEstimate rows by the database's own statistics; empty when it has none yet
 * @param foreignKeys those by which the database changes rows of the table without a trace in its log; sorted by name
 */
public record TableSchema(
        TableId id,
        List<ColumnSchema> columns,
        List<String> primaryKey,
        List<UniqueIndex> uniqueIndexes,
        BeforeImage beforeImage,
        OptionalLong rowEstimate,
        List<ForeignKey> foreignKeys) {
    public TableSchema {
        foreignKeys = List.copyOf(foreignKeys);
        columns = List.copyOf(columns);
        primaryKey = List.copyOf(primaryKey);
        uniqueIndexes = List.copyOf(uniqueIndexes);
    }

    /** A table whose rows change by statements alone. */
    public TableSchema(
            TableId id,
            List<ColumnSchema> columns,
            List<String> primaryKey,
            List<UniqueIndex> uniqueIndexes,
            BeforeImage beforeImage,
            OptionalLong rowEstimate) {
        this(id, columns, primaryKey, uniqueIndexes, beforeImage, rowEstimate, List.of());
    }

    public Optional<ColumnSchema> column(String name) {
        return columns.stream().filter(c -> c.name().equals(name)).findFirst();
    }
}
