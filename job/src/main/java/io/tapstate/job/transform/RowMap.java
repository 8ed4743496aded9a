package io.tapstate.job.transform;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.job.transform.RowExpression.Event;
import io.tapstate.planner.expression.CelExpression.Use;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Renames, drops, computes and adds columns.
 *
 * <p><b>Contract.</b> Keeps no state. The old row and the new one are mapped alike: ruled columns in declared order, then
 * the others in theirs. The old row is left without a computed column that cannot be known of it: because it lacks a column
 * that the expression reads, or because the expression asks what happened, when, or what the row was before that. An update
 * that changes the identity of what comes out leaves as a delete and an insert.
 */
public final class RowMap {
    private final List<FieldRule> rules;
    private final Map<String, IncomingTable> tables;
    private final Map<String, List<String>> keys;
    private final Map<String, TableMap> maps = new HashMap<>();

    /** @param key the columns that identify a row that comes out; empty where those that come in still do, or none */
    private record TableMap(RowProjection projection, List<String> key) {}

    /**
     * @param keys by table, the columns that identify a row that comes out
     * @throws TapException {@code transform.expression-failed} when an expression does not compile
     */
    public RowMap(List<FieldRule> rules, List<IncomingTable> tables, Map<String, List<String>> keys) {
        this.rules = rules;
        this.tables = IncomingTable.byName(tables);
        this.keys = keys;
        this.tables.keySet().forEach(this::table);
    }

    /** @throws TapException {@code transform.expression-failed} */
    public void map(RowChange change, Consumer<RowChange> out) {
        TableMap table = table(change.table().name());
        Event event =
                new Event(change.kind(), change.timestamp(), change.table().name(), change.before(), change.after());
        byte[] after = change.after() == null ? null : table.projection().after(event);
        byte[] before = change.before() == null ? null : table.projection().before(event);
        RowKey key = key(table, after == null ? before : after).orElse(change.key());
        Optional<RowKey> left = change.kind() == ChangeKind.UPDATE && before != null
                ? key(table, before).filter(old -> !old.equals(key))
                : Optional.empty();
        if (left.isPresent()) {
            out.accept(with(change, ChangeKind.DELETE, left.get(), before, null));
            out.accept(with(change, ChangeKind.INSERT, key, null, after));
        } else {
            out.accept(with(change, change.kind(), key, before, after));
        }
    }

    private static RowChange with(RowChange change, ChangeKind kind, RowKey key, byte[] before, byte[] after) {
        return new RowChange(kind, change.table(), key, before, after, change.timestamp(), change.position());
    }

    /** Empty where the key that came in stands. */
    private static Optional<RowKey> key(TableMap table, byte[] row) {
        if (table.key().isEmpty()) {
            return Optional.empty();
        }
        KeyEncoding encoding = new KeyEncoding();
        RawRow cursor = new RawRow(row);
        for (String column : table.key()) {
            if (!cursor.seek(column)) {
                return Optional.empty();
            }
            encoding.add(cursor);
        }
        return Optional.of(encoding.key());
    }

    private TableMap table(String name) {
        return maps.computeIfAbsent(name, table -> {
            IncomingTable incoming = tables.getOrDefault(table, IncomingTable.unknown(table));
            List<ProjectedField> fields = rules.stream()
                    .map(rule -> new ProjectedField(
                            rule,
                            rule.kind() == FieldRule.Kind.COMPUTED
                                    ? RowExpression.of(rule.text(), Use.VALUE, incoming)
                                    : null))
                    .toList();
            List<String> key = keys.getOrDefault(table, List.of());
            return new TableMap(
                    new RowProjection(fields, incoming.open()), key.equals(renamed(incoming.key())) ? List.of() : key);
        });
    }

    /** The names under which these columns come out; empty when one of them does not. */
    private List<String> renamed(List<String> key) {
        Map<String, String> names = new HashMap<>();
        rules.stream()
                .filter(rule -> rule.kind() == FieldRule.Kind.RENAME)
                .forEach(rule -> names.put(rule.text(), rule.name()));
        boolean kept = key.stream()
                .allMatch(column -> names.containsKey(column)
                        || rules.stream().noneMatch(rule -> rule.name().equals(column)));
        return kept
                ? key.stream().map(column -> names.getOrDefault(column, column)).toList()
                : List.of();
    }
}
