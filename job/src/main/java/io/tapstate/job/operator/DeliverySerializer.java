package io.tapstate.job.operator;

import io.tapstate.connectors.runtime.ImmutableSerializer;
import io.tapstate.connectors.runtime.LayoutSnapshot;
import io.tapstate.job.nest.Delivery;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Layout 1: one byte of flags (1 sent, 2 held, 4 folded), the window's end and the timestamp in 8 bytes each. */
public final class DeliverySerializer extends ImmutableSerializer<Delivery> {
    public static final DeliverySerializer INSTANCE = new DeliverySerializer();

    private static final long serialVersionUID = 1L;
    private static final int SENT = 1;
    private static final int HELD = 2;
    private static final int FOLDED = 4;
    private static final int LENGTH = 17;

    @Override
    public int getLength() {
        return LENGTH;
    }

    @Override
    public void serialize(Delivery delivery, DataOutputView target) throws IOException {
        target.writeByte(
                (delivery.sent() ? SENT : 0) | (delivery.held() ? HELD : 0) | (delivery.folded() ? FOLDED : 0));
        target.writeLong(delivery.windowEnds());
        target.writeLong(delivery.since());
    }

    @Override
    public Delivery deserialize(DataInputView source) throws IOException {
        int flags = source.readUnsignedByte();
        return new Delivery(
                (flags & SENT) != 0, (flags & HELD) != 0, (flags & FOLDED) != 0, source.readLong(), source.readLong());
    }

    @Override
    public TypeSerializerSnapshot<Delivery> snapshotConfiguration() {
        return new Snapshot();
    }

    /** What a savepoint remembers of this serializer: the layout. */
    public static final class Snapshot extends LayoutSnapshot<Delivery> {
        private static final int LAYOUT = 1;

        /** For Flink, which makes it by reflection before reading. */
        public Snapshot() {
            super(LAYOUT);
        }

        @Override
        public TypeSerializer<Delivery> restoreSerializer() {
            return INSTANCE;
        }
    }
}
