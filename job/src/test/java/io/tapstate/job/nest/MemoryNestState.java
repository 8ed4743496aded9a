package io.tapstate.job.nest;

import io.tapstate.connectors.key.RowKey;
import java.util.Map;
import java.util.TreeMap;

/** The rows of one document in memory. */
final class MemoryNestState implements NestState {
    private final TreeMap<RowKey, byte[]> rows = new TreeMap<>();

    @Override
    public byte[] get(RowKey path) {
        return rows.get(path);
    }

    @Override
    public void put(RowKey path, byte[] row) {
        rows.put(path, row);
    }

    @Override
    public void remove(RowKey path) {
        rows.remove(path);
    }

    @Override
    public Iterable<Map.Entry<RowKey, byte[]>> scan() {
        return rows.entrySet();
    }

    int size() {
        return rows.size();
    }
}
