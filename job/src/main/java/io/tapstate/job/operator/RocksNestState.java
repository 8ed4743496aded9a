package io.tapstate.job.operator;

import io.tapstate.connectors.key.RowKey;
import io.tapstate.job.nest.NestState;
import java.util.Iterator;
import java.util.Map;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.util.FlinkRuntimeException;

/**
 * The rows of the current document in Flink map state. The order of scans is RocksDB's, by {@link OrderedKeySerializer};
 * a state backend that does not keep it is noticed at the first row out of order.
 */
final class RocksNestState implements NestState {
    private final MapState<RowKey, byte[]> elements;

    RocksNestState(MapState<RowKey, byte[]> elements) {
        this.elements = elements;
    }

    @Override
    public byte[] get(RowKey path) {
        try {
            return elements.get(path);
        } catch (Exception e) {
            throw new FlinkRuntimeException("reading a nest row failed", e);
        }
    }

    @Override
    public void put(RowKey path, byte[] row) {
        try {
            elements.put(path, row);
        } catch (Exception e) {
            throw new FlinkRuntimeException("writing a nest row failed", e);
        }
    }

    @Override
    public void remove(RowKey path) {
        try {
            elements.remove(path);
        } catch (Exception e) {
            throw new FlinkRuntimeException("removing a nest row failed", e);
        }
    }

    @Override
    public Iterable<Map.Entry<RowKey, byte[]>> scan() {
        return this::ordered;
    }

    private Iterator<Map.Entry<RowKey, byte[]>> ordered() {
        Iterator<Map.Entry<RowKey, byte[]>> entries;
        try {
            entries = elements.iterator();
        } catch (Exception e) {
            throw new FlinkRuntimeException("scanning nest rows failed", e);
        }
        return new Iterator<>() {
            private RowKey last;

            @Override
            public boolean hasNext() {
                return entries.hasNext();
            }

            @Override
            public Map.Entry<RowKey, byte[]> next() {
                Map.Entry<RowKey, byte[]> entry = entries.next();
                RowKey path = entry.getKey();
                if (last != null && last.compareTo(path) >= 0) {
                    throw new IllegalStateException("the state backend does not keep key order; nests need rocksdb");
                }
                last = path;
                return Map.entry(path, entry.getValue());
            }
        };
    }
}
