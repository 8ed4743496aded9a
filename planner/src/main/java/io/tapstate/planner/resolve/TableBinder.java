package io.tapstate.planner.resolve;

import io.tapstate.connectors.api.SchemaCatalog;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.api.UniqueIndex;
import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.dsl.SourceSpec;
import io.tapstate.planner.plan.ReadMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Binds table names to the schemas of a source, which it asks for once and only when needed. */
final class TableBinder {
    private final SchemaCatalog schemas;
    private final Map<String, ReadMode> readModes;
    private final Set<String> unusable;
    private final Faults faults;
    private final Map<String, Optional<List<TableSchema>>> read = new HashMap<>();

    TableBinder(SchemaCatalog schemas, Map<String, ReadMode> readModes, Set<String> unusable, Faults faults) {
        this.schemas = schemas;
        this.readModes = readModes;
        this.unusable = unusable;
        this.faults = faults;
    }

    /** All tables of a source; empty when it has faults or could not be read, which is recorded once. */
    Optional<List<TableSchema>> tables(SourceSpec source) {
        if (unusable.contains(source.id().value())) {
            return Optional.empty();
        }
        return read.computeIfAbsent(source.id().value(), id -> {
            try {
                boolean capture = readModes.get(id) != ReadMode.SNAPSHOT_ONLY;
                return Optional.of(schemas.tables(id, source.connector().value(), source.connection(), capture));
            } catch (TapException e) {
                faults.addAll(e.diagnostics());
                return Optional.empty();
            }
        });
    }

    Optional<ResolvedTable> bind(SourceSpec source, String name, SourceSpan span) {
        Optional<List<TableSchema>> tables = tables(source);
        if (tables.isEmpty()) {
            return Optional.empty();
        }
        List<TableSchema> named = tables.get().stream()
                .filter(table -> table.id().name().equals(name))
                .toList();
        if (named.size() > 1) {
            List<String> candidates =
                    named.stream().map(table -> table.id().toString()).toList();
            String listed = NearestName.oneOf(candidates);
            faults.add(span, DslError.AMBIGUOUS_REFERENCE, "ref", name, "candidates", listed);
            return Optional.empty();
        }
        if (named.isEmpty()) {
            List<String> names =
                    tables.get().stream().map(table -> table.id().name()).toList();
            faults.add(
                    span,
                    ResolveError.TABLE_NOT_DISCOVERED,
                    "source",
                    source.id().value(),
                    "table",
                    name,
                    "suggestion",
                    NearestName.suggestion(name, names));
            return Optional.empty();
        }
        TableSchema table = named.get(0);
        return identity(table, span).map(columns -> new ResolvedTable(source, table, columns, span));
    }

    private Optional<List<String>> identity(TableSchema table, SourceSpan span) {
        if (!table.primaryKey().isEmpty()) {
            return Optional.of(table.primaryKey());
        }
        List<UniqueIndex> indexes =
                table.uniqueIndexes().stream().filter(UniqueIndex::notNull).toList();
        if (indexes.size() == 1) {
            return Optional.of(indexes.get(0).columns());
        }
        if (indexes.isEmpty()) {
            faults.add(span, ResolveError.TABLE_KEY_MISSING, "table", table.id());
        } else {
            String names = indexes.stream()
                    .map(index -> "`" + index.name() + "`")
                    .sorted()
                    .collect(Collectors.joining(", "));
            faults.add(span, ResolveError.KEY_AMBIGUOUS, "table", table.id(), "indexes", names);
        }
        return Optional.empty();
    }
}
