package io.tapstate.connectors.runtime;

import io.tapstate.connectors.key.RowKey;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Layout 1: the length as a {@link VarInt}, then the encoded bytes. Holds no state. */
public final class RowKeySerializer extends ImmutableSerializer<RowKey> {
    public static final RowKeySerializer INSTANCE = new RowKeySerializer();

    private static final long serialVersionUID = 1L;

    @Override
    public void serialize(RowKey key, DataOutputView target) throws IOException {
        VarInt.writeBytes(key.bytes(), target);
    }

    @Override
    public RowKey deserialize(DataInputView source) throws IOException {
        return new RowKey(VarInt.readBytes(source));
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        VarInt.writeBytes(VarInt.readBytes(source), target);
    }

    @Override
    public TypeSerializerSnapshot<RowKey> snapshotConfiguration() {
        return new Snapshot();
    }

    /** What a savepoint remembers of this serializer: the layout. */
    public static final class Snapshot extends LayoutSnapshot<RowKey> {
        private static final int LAYOUT = 1;

        /** For Flink, which makes it by reflection before reading. */
        public Snapshot() {
            super(LAYOUT);
        }

        @Override
        public TypeSerializer<RowKey> restoreSerializer() {
            return INSTANCE;
        }
    }
}
