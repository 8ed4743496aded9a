package io.tapstate.planner.logical;

import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.api.UniqueIndex;
import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.planner.plan.ReadMode;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.SourceSpec;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A table that a pipeline reads. Equal when source and table are.
 *
 * @param identity the columns that identify a row: the primary key, else the declared {@code pk}, else the only unique
 *     index without nulls
 * @param filter CEL row expression of the table's {@code tables} item
 * @param span where it is selected: its item of {@code tables}, else the first reference to it
 */
public record LogicalTable(
        SourceSpec source,
        TableSchema schema,
        List<String> identity,
        ReadMode readMode,
        Optional<Located<String>> filter,
        SourceSpan span)
        implements Stream {
    public LogicalTable {
        identity = List.copyOf(identity);
    }

    public RowType rows() {
        return new RowType(
                schema.columns().stream()
                        .map(column -> new RowType.Column(
                                column.name(), Optional.of(column.type()), column.nativeType(), column.nullable()))
                        .toList(),
                false);
    }

    @Override
    public List<Flow> flows() {
        return List.of(new Flow(schema.id().name(), rows(), identity, keys()));
    }

    /** The primary key, the identity, and every unique index without nulls. */
    public List<List<String>> keys() {
        Set<List<String>> keys = new LinkedHashSet<>();
        keys.add(identity);
        keys.add(schema.primaryKey());
        schema.uniqueIndexes().stream()
                .filter(UniqueIndex::notNull)
                .map(UniqueIndex::columns)
                .forEach(keys::add);
        keys.remove(List.<String>of());
        return List.copyOf(keys);
    }

    @Override
    public String name() {
        return source.id().value() + "." + schema.id().name();
    }

    public boolean readsChanges() {
        return readMode != ReadMode.SNAPSHOT_ONLY;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LogicalTable table
                && table.source.id().value().equals(source.id().value())
                && table.schema.id().equals(schema.id());
    }

    @Override
    public int hashCode() {
        return schema.id().hashCode();
    }
}
