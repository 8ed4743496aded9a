package io.tapstate.job.cascade;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.ForeignKey;
import io.tapstate.connectors.api.ForeignKey.Action;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RowWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** Tables with foreign keys as a database keeps them, and its log, which shows what statements did and nothing more. */
final class ForeignKeyDatabase {
    private final List<Definition> tables;
    private final Map<TableId, TreeMap<RowKey, BsonDocument>> rows = new TreeMap<>();
    private final List<RowChange> log = new ArrayList<>();

    record Definition(TableId id, List<String> identity, List<ForeignKey> keys) {}

    ForeignKeyDatabase(List<Definition> tables) {
        this.tables = tables;
        tables.forEach(table -> rows.put(table.id(), new TreeMap<>()));
    }

    Map<TableId, TreeMap<RowKey, BsonDocument>> rows() {
        return rows;
    }

    List<RowChange> log() {
        return log;
    }

    /** Whether it took the row: its key is free, and what it refers to is there. */
    boolean insert(TableId table, BsonDocument row) {
        Definition definition = definition(table);
        RowKey key = key(definition, row);
        if (rows.get(table).containsKey(key) || !refersToRows(definition, row)) {
            return false;
        }
        rows.get(table).put(key, row);
        log.add(change(ChangeKind.INSERT, table, key, null, row));
        return true;
    }

    void delete(TableId table, RowKey key) {
        BsonDocument row = rows.get(table).remove(key);
        log.add(change(ChangeKind.DELETE, table, key, row, null));
        act(table, row, null);
    }

    /** Whether it took the change. */
    boolean update(TableId table, RowKey key, BsonDocument row) {
        Definition definition = definition(table);
        RowKey taken = key(definition, row);
        BsonDocument before = rows.get(table).get(key);
        if ((!taken.equals(key) && rows.get(table).containsKey(taken)) || !refersToRows(definition, row)) {
            return false;
        }
        rows.get(table).remove(key);
        rows.get(table).put(taken, row);
        if (taken.equals(key)) {
            log.add(change(ChangeKind.UPDATE, table, key, before, row));
        } else {
            log.add(change(ChangeKind.DELETE, table, key, before, null).asHalf());
            log.add(change(ChangeKind.INSERT, table, taken, null, row).asHalf());
        }
        act(table, before, row);
        return true;
    }

    private void act(TableId parent, BsonDocument before, BsonDocument after) {
        for (Definition child : tables) {
            for (ForeignKey key : child.keys()) {
                if (key.parent().equals(parent)) {
                    act(child, key, before, after);
                }
            }
        }
    }

    private void act(Definition child, ForeignKey key, BsonDocument before, BsonDocument after) {
        List<BsonValue> left = values(before, key.referenced());
        List<BsonValue> taken = after == null ? null : values(after, key.referenced());
        Action action = after == null ? key.onDelete() : key.onUpdate();
        if (left.equals(taken) || action == Action.NONE) {
            return;
        }
        for (BsonDocument row : List.copyOf(rows.get(child.id()).values())) {
            if (!values(row, key.columns()).equals(left)
                    || !rows.get(child.id()).containsValue(row)) {
                continue;
            }
            rows.get(child.id()).remove(key(child, row));
            BsonDocument changed = null;
            if (action == Action.SET_NULL || after != null) {
                changed = row.clone();
                for (int i = 0; i < key.columns().size(); i++) {
                    changed.put(key.columns().get(i), action == Action.SET_NULL ? BsonNull.VALUE : taken.get(i));
                }
                rows.get(child.id()).put(key(child, changed), changed);
            }
            act(child.id(), row, changed);
        }
    }

    private boolean refersToRows(Definition child, BsonDocument row) {
        return child.keys().stream().allMatch(key -> {
            List<BsonValue> wanted = values(row, key.columns());
            return wanted.contains(BsonNull.VALUE)
                    || rows.get(key.parent()).values().stream()
                            .anyMatch(parent -> values(parent, key.referenced()).equals(wanted));
        });
    }

    private Definition definition(TableId table) {
        return tables.stream().filter(one -> one.id().equals(table)).findFirst().orElseThrow();
    }

    static RowKey key(Definition table, BsonDocument row) {
        return KeyEncoding.of(RowWriter.encode(row), table.identity()).orElseThrow();
    }

    private static List<BsonValue> values(BsonDocument row, List<String> columns) {
        return columns.stream().map(row::get).toList();
    }

    private static RowChange change(
            ChangeKind kind, TableId table, RowKey key, BsonDocument before, BsonDocument after) {
        return new RowChange(
                kind,
                table,
                key,
                before == null ? null : RowWriter.encode(before),
                after == null ? null : RowWriter.encode(after),
                7,
                "log:1");
    }
}
