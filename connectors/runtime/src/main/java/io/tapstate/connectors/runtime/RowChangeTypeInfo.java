package io.tapstate.connectors.runtime;

import io.tapstate.connectors.api.RowChange;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The Flink type of {@link RowChange}. */
public final class RowChangeTypeInfo extends ImmutableTypeInfo<RowChange> {
    public static final RowChangeTypeInfo INSTANCE = new RowChangeTypeInfo();

    private static final long serialVersionUID = 1L;

    private RowChangeTypeInfo() {
        super(RowChange.class, false);
    }

    @Override
    protected TypeSerializer<RowChange> serializer() {
        return new RowChangeSerializer();
    }
}
