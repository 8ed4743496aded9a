package io.tapstate.job.history;

import io.tapstate.connectors.key.RowKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;

/** The rows of all tables at one moment, by identity. */
final class Tables {
    private final Map<Table, Map<RowKey, BsonDocument>> rows = new HashMap<>();

    /** Writes or deletes a row; what was there before, or null. */
    BsonDocument apply(History.Statement statement, RowKey key) {
        Map<RowKey, BsonDocument> table = rows.computeIfAbsent(statement.table(), none -> new LinkedHashMap<>());
        return statement.delete() ? table.remove(key) : table.put(key, statement.row());
    }

    Collection<BsonDocument> rows(Table table) {
        return rows.getOrDefault(table, Map.of()).values();
    }

    /** Whether no two rows of a table share what is unique. */
    boolean sound(Table table) {
        for (List<String> unique : table.constraints()) {
            Map<Object, BsonDocument> seen = new HashMap<>();
            for (BsonDocument row : rows(table)) {
                Object key = Values.joinKey(row, unique);
                if (key != null && seen.put(key, row) != null) {
                    return false;
                }
            }
        }
        return true;
    }
}
