package io.tapstate.job.transform;

import dev.cel.common.values.NullValue;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.row.RawRow;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One image of a row as CEL reads it: a column is decoded when it is asked for, and what is not there is null. */
final class CelImage extends AbstractMap<String, Object> {
    private final RawRow row;
    private final Map<String, ColumnType> types;
    private final Map<String, Object> decoded = new HashMap<>();

    /** @param row BSON; null where there is none */
    CelImage(byte[] row, Map<String, ColumnType> types) {
        this.row = row == null ? null : new RawRow(row);
        this.types = types;
    }

    @Override
    public boolean containsKey(Object column) {
        return true;
    }

    @Override
    public Object get(Object column) {
        return decoded.computeIfAbsent((String) column, this::decode);
    }

    private Object decode(String column) {
        return row != null && row.seek(column)
                ? CelValues.fromBson(row.value(), Optional.ofNullable(types.get(column)))
                : NullValue.NULL_VALUE;
    }

    /** Which columns are there, as a map. */
    Map<String, Boolean> presence() {
        return new AbstractMap<>() {
            @Override
            public Boolean get(Object column) {
                return row != null && row.seek((String) column) ? Boolean.TRUE : null;
            }

            @Override
            public boolean containsKey(Object column) {
                return get(column) != null;
            }

            @Override
            public Set<Entry<String, Boolean>> entrySet() {
                throw new UnsupportedOperationException("asked by name only");
            }
        };
    }

    @Override
    public Set<Entry<String, Object>> entrySet() {
        throw new UnsupportedOperationException("read column by column");
    }
}
