package io.tapstate.connectors.cdc;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * The inner state's bytes with their length, then the columns. The version is the inner serializer's with a mark of ours;
 * state without the mark was written before columns were remembered, and knows none.
 */
final class PhasedStateSerializer<StateT> implements SimpleVersionedSerializer<PhasedState<StateT>> {
    private static final int WITH_COLUMNS = 1 << 16;

    private final SimpleVersionedSerializer<StateT> inner;

    PhasedStateSerializer(SimpleVersionedSerializer<StateT> inner) {
        this.inner = inner;
    }

    @Override
    public int getVersion() {
        return WITH_COLUMNS | inner.getVersion();
    }

    @Override
    public byte[] serialize(PhasedState<StateT> state) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        byte[] own = inner.serialize(state.inner());
        out.writeInt(own.length);
        out.write(own);
        state.columns().write(out);
        return bytes.toByteArray();
    }

    @Override
    public PhasedState<StateT> deserialize(int version, byte[] serialized) throws IOException {
        if ((version & WITH_COLUMNS) == 0) {
            return new PhasedState<>(inner.deserialize(version, serialized), KnownColumns.NONE);
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized));
        byte[] own = in.readNBytes(in.readInt());
        return new PhasedState<>(inner.deserialize(version & ~WITH_COLUMNS, own), KnownColumns.read(in));
    }
}
