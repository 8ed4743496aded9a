package io.tapstate.connectors.runtime;

import io.tapstate.connectors.key.RowKey;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The Flink type of {@link RowKey}; usable in {@code keyBy}. */
public final class RowKeyTypeInfo extends ImmutableTypeInfo<RowKey> {
    public static final RowKeyTypeInfo INSTANCE = new RowKeyTypeInfo();

    private static final long serialVersionUID = 1L;

    private RowKeyTypeInfo() {
        super(RowKey.class, true);
    }

    @Override
    protected TypeSerializer<RowKey> serializer() {
        return RowKeySerializer.INSTANCE;
    }
}
