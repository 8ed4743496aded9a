package io.tapstate.planner.resolve;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.SchemaCatalog;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.api.UniqueIndex;
import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.logical.LogicalTable;
import io.tapstate.planner.plan.ReadMode;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.SourceSpec;
import io.tapstate.planner.spec.SourceSpec.TableSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/**
 * The tables that sources select, with their schemas. Each database is asked once and only when a reference needs it; a
 * table is judged only when something reads it.
 */
final class TableSelection {
    private final SchemaCatalog schemas;
    private final WiredPipeline pipeline;
    private final Set<String> unusable;
    private final Faults faults;
    private final Map<String, Optional<List<TableSchema>>> asked = new HashMap<>();
    private final Map<String, Map<String, Selected>> selected = new HashMap<>();
    private final Map<TableSchema, Optional<LogicalTable>> bound = new HashMap<>();
    private final Map<Reference, List<Located<String>>> keysInNests;

    /** @param item what selects the table; empty when the source selects all */
    private record Selected(TableSchema schema, Optional<TableSpec> item) {}

    /** @param unusable ids of sources with faults of their own, whose database is not asked */
    TableSelection(SchemaCatalog schemas, WiredPipeline pipeline, Set<String> unusable, Faults faults) {
        this.schemas = schemas;
        this.pipeline = pipeline;
        this.unusable = unusable;
        this.faults = faults;
        this.keysInNests = NestKeys.of(pipeline);
    }

    /** The names of the selected tables, in order; empty when they could not be told, which is recorded once. */
    Optional<List<String>> names(String source) {
        return select(source).map(tables -> List.copyOf(tables.keySet()));
    }

    /** One table; empty when it is not selected, or cannot be read, which is recorded. */
    Optional<LogicalTable> table(String sourceId, String name, SourceSpan reference) {
        Optional<Map<String, Selected>> tables = select(sourceId);
        if (tables.isEmpty()) {
            return Optional.empty();
        }
        Selected table = tables.get().get(name);
        SourceSpec source = pipeline.sources().get(sourceId);
        if (table == null) {
            // A listed table that the database lacks is recorded where it is listed.
            if (!ReferenceReader.listed(source).contains(name)) {
                notSelected(sourceId, source, name, tables.get().keySet(), reference);
            }
            return Optional.empty();
        }
        return bound.computeIfAbsent(table.schema(), schema -> bind(source, table, reference));
    }

    private void notSelected(
            String sourceId, SourceSpec source, String name, Collection<String> selected, SourceSpan reference) {
        boolean exists = ask(sourceId, source).orElse(List.of()).stream()
                .anyMatch(schema -> schema.id().name().equals(name));
        if (!exists) {
            notDiscovered(sourceId, name, selected, reference);
            return;
        }
        faults.add(
                reference,
                DslError.MISSING_REFERENCE,
                "ref",
                name,
                "what",
                "table selected by `tables` of the source `" + sourceId + "`",
                "suggestion",
                NearestName.suggestion(name, selected));
    }

    private Optional<Map<String, Selected>> select(String sourceId) {
        if (!selected.containsKey(sourceId)) {
            SourceSpec source = pipeline.sources().get(sourceId);
            Optional<List<TableSchema>> all = ask(sourceId, source);
            if (all.isEmpty()) {
                return Optional.empty();
            }
            selected.put(sourceId, select(source, all.get()));
        }
        return Optional.of(selected.get(sourceId));
    }

    private Optional<List<TableSchema>> ask(String sourceId, SourceSpec source) {
        if (source == null || unusable.contains(sourceId)) {
            return Optional.empty();
        }
        return asked.computeIfAbsent(sourceId, id -> {
            try {
                boolean capture = pipeline.readModes().get(id) != ReadMode.SNAPSHOT_ONLY;
                return Optional.of(schemas.tables(id, source.connector().value(), source.connection(), capture));
            } catch (TapException e) {
                faults.addAll(e.diagnostics());
                return Optional.empty();
            }
        });
    }

    private Map<String, Selected> select(SourceSpec source, List<TableSchema> all) {
        Map<String, Selected> tables = new LinkedHashMap<>();
        if (source.tables().isEmpty()) {
            all.forEach(schema -> put(tables, schema, Optional.empty(), source.id()));
            return tables;
        }
        Located<List<TableSpec>> items = source.tables().get();
        for (TableSpec item : items.value()) {
            List<TableSchema> named = all.stream()
                    .filter(schema -> selects(item, schema.id().name()))
                    .toList();
            named.forEach(schema -> put(tables, schema, Optional.of(item), item.name()));
            if (named.isEmpty() && !item.pattern()) {
                notDiscovered(
                        source.id().value(),
                        item.name().value(),
                        all.stream().map(schema -> schema.id().name()).toList(),
                        item.name().span());
            }
        }
        if (tables.isEmpty() && !faults.under(source.span(), "tables")) {
            faults.add(
                    items.span(),
                    ResolveError.SELECTION_EMPTY,
                    "source",
                    source.id().value());
        }
        return tables;
    }

    private static boolean selects(TableSpec item, String table) {
        if (!item.pattern()) {
            return item.name().value().equals(table);
        }
        try {
            return Pattern.compile(item.regex()).matcher(table).matches();
        } catch (PatternSyntaxException | StackOverflowError e) {
            // SourceCheck has recorded it.
            return false;
        }
    }

    private void put(Map<String, Selected> tables, TableSchema schema, Optional<TableSpec> item, Located<String> at) {
        String name = schema.id().name();
        Selected other = tables.get(name);
        if (other == null) {
            tables.put(name, new Selected(schema, item));
        } else if (!other.schema().id().equals(schema.id())) {
            faults.add(
                    at.span(),
                    DslError.AMBIGUOUS_REFERENCE,
                    "ref",
                    name,
                    "candidates",
                    NearestName.oneOf(
                            List.of(other.schema().id().toString(), schema.id().toString())));
        }
    }

    private void notDiscovered(String source, String table, java.util.Collection<String> known, SourceSpan reference) {
        faults.add(
                reference,
                ResolveError.TABLE_NOT_DISCOVERED,
                "source",
                source,
                "table",
                table,
                "suggestion",
                NearestName.suggestion(table, known));
    }

    private Optional<LogicalTable> bind(SourceSpec source, Selected table, SourceSpan reference) {
        SourceSpan span = table.item().map(item -> item.name().span()).orElse(reference);
        boolean captured = pipeline.readModes().get(source.id().value()) != ReadMode.SNAPSHOT_ONLY;
        if (captured && table.schema().beforeImage() == BeforeImage.NONE) {
            faults.add(
                    span, ResolveError.OLD_ROWS_MISSING, "table", table.schema().id());
            return Optional.empty();
        }
        return identity(source, table, span)
                .map(columns -> new LogicalTable(
                        source,
                        table.schema(),
                        columns,
                        pipeline.readModes().get(source.id().value()),
                        table.item().flatMap(TableSpec::filter),
                        span));
    }

    private Optional<List<String>> identity(SourceSpec source, Selected selected, SourceSpan span) {
        TableSchema table = selected.schema();
        List<Located<String>> declared =
                selected.item().map(TableSpec::primaryKey).orElse(List.of());
        boolean known = declared.stream().allMatch(column -> hasColumn(table, column));
        if (!table.primaryKey().isEmpty()) {
            return known ? primaryKey(table, declared) : Optional.empty();
        }
        if (!declared.isEmpty()) {
            return known ? Optional.of(declared.stream().map(Located::value).toList()) : Optional.empty();
        }
        return uniqueIndex(source, table, span);
    }

    /** The only index whose columns are never null, or the one of several that a nest names as the key. */
    private Optional<List<String>> uniqueIndex(SourceSpec source, TableSchema table, SourceSpan span) {
        List<UniqueIndex> indexes =
                table.uniqueIndexes().stream().filter(UniqueIndex::notNull).toList();
        Set<String> named =
                keyInNest(source, table).stream().map(Located::value).collect(Collectors.toSet());
        Optional<UniqueIndex> chosen = indexes.stream()
                .filter(index ->
                        indexes.size() == 1 || Set.copyOf(index.columns()).equals(named))
                .findFirst();
        if (chosen.isEmpty() && !named.isEmpty()) {
            // What the nest names is no key; the nest says so, and any index serves until then.
            chosen = indexes.stream().findFirst();
        }
        if (chosen.isPresent()) {
            return chosen.map(UniqueIndex::columns);
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

    private List<Located<String>> keyInNest(SourceSpec source, TableSchema table) {
        String name = table.id().name();
        List<Located<String>> bare = keysInNests.getOrDefault(new Reference.ToSomeTable(name), List.of());
        return keysInNests.getOrDefault(new Reference.ToTable(source.id().value(), name), bare);
    }

    private Optional<List<String>> primaryKey(TableSchema table, List<Located<String>> declared) {
        List<String> names = declared.stream().map(Located::value).toList();
        if (!names.isEmpty() && !Set.copyOf(names).equals(Set.copyOf(table.primaryKey()))) {
            String key = String.join(", ", table.primaryKey());
            faults.add(
                    declared.get(0).span(),
                    ResolveError.DECLARED_KEY_DIFFERS,
                    "table",
                    table.id(),
                    "declared",
                    String.join(", ", names),
                    "key",
                    key);
            return Optional.empty();
        }
        return Optional.of(table.primaryKey());
    }

    private boolean hasColumn(TableSchema table, Located<String> column) {
        if (table.column(column.value()).isPresent()) {
            return true;
        }
        List<String> names = new ArrayList<>();
        table.columns().forEach(known -> names.add(known.name()));
        faults.add(
                column.span(),
                DslError.MISSING_REFERENCE,
                "ref",
                column.value(),
                "what",
                "column of `" + table.id() + "`",
                "suggestion",
                NearestName.suggestion(column.value(), names));
        return false;
    }
}
