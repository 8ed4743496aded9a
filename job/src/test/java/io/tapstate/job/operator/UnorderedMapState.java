package io.tapstate.job.operator;

import io.tapstate.connectors.key.RowKey;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.state.MapState;

/** Map state that hands its entries out in the order they were given, as a heap backend may. */
final class UnorderedMapState implements MapState<RowKey, byte[]> {
    private final LinkedHashMap<RowKey, byte[]> entries = new LinkedHashMap<>();

    UnorderedMapState(List<RowKey> keys) {
        keys.forEach(key -> entries.put(key, new byte[0]));
    }

    @Override
    public byte[] get(RowKey key) {
        return entries.get(key);
    }

    @Override
    public void put(RowKey key, byte[] value) {
        entries.put(key, value);
    }

    @Override
    public void putAll(Map<RowKey, byte[]> map) {
        entries.putAll(map);
    }

    @Override
    public void remove(RowKey key) {
        entries.remove(key);
    }

    @Override
    public boolean contains(RowKey key) {
        return entries.containsKey(key);
    }

    @Override
    public Iterable<Map.Entry<RowKey, byte[]>> entries() {
        return entries.entrySet();
    }

    @Override
    public Iterable<RowKey> keys() {
        return entries.keySet();
    }

    @Override
    public Iterable<byte[]> values() {
        return entries.values();
    }

    @Override
    public Iterator<Map.Entry<RowKey, byte[]>> iterator() {
        return entries.entrySet().iterator();
    }

    @Override
    public boolean isEmpty() {
        return entries.isEmpty();
    }

    @Override
    public void clear() {
        entries.clear();
    }
}
