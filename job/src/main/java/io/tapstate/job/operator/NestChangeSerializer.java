package io.tapstate.job.operator;

import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.runtime.ImmutableSerializer;
import io.tapstate.connectors.runtime.LayoutSnapshot;
import io.tapstate.connectors.runtime.VarInt;
import io.tapstate.job.nest.NestChange;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Layout 1. One head byte: 0 removal, 1 arrival, 2 move. Then document key and path, for a move the path left; each as
 * a {@link VarInt} length and its bytes; the timestamp in 8 bytes; unless a removal, the row likewise with its length. Rows are
 * copied, never parsed. Holds no state.
 */
public final class NestChangeSerializer extends ImmutableSerializer<NestChange> {
    public static final NestChangeSerializer INSTANCE = new NestChangeSerializer();

    private static final long serialVersionUID = 1L;
    private static final int REMOVAL = 0;
    private static final int ARRIVAL = 1;
    private static final int MOVE = 2;

    @Override
    public void serialize(NestChange change, DataOutputView target) throws IOException {
        int head = change.isRemoval() ? REMOVAL : change.leftPath() == null ? ARRIVAL : MOVE;
        target.writeByte(head);
        VarInt.writeBytes(change.document().bytes(), target);
        VarInt.writeBytes(change.path().bytes(), target);
        if (head == MOVE) {
            VarInt.writeBytes(change.leftPath().bytes(), target);
        }
        target.writeLong(change.timestamp());
        if (head != REMOVAL) {
            VarInt.writeBytes(change.row(), target);
        }
    }

    @Override
    public NestChange deserialize(DataInputView source) throws IOException {
        int head = source.readUnsignedByte();
        RowKey document = new RowKey(VarInt.readBytes(source));
        RowKey path = new RowKey(VarInt.readBytes(source));
        return switch (head) {
            case REMOVAL -> NestChange.removal(document, path, source.readLong());
            case ARRIVAL -> {
                long timestamp = source.readLong();
                yield NestChange.arrival(document, path, VarInt.readBytes(source), timestamp);
            }
            case MOVE -> {
                RowKey left = new RowKey(VarInt.readBytes(source));
                long timestamp = source.readLong();
                yield NestChange.move(document, left, path, VarInt.readBytes(source), timestamp);
            }
            default -> throw new IOException("no nest change begins with " + head);
        };
    }

    @Override
    public TypeSerializerSnapshot<NestChange> snapshotConfiguration() {
        return new Snapshot();
    }

    /** What a savepoint remembers of this serializer: the layout. */
    public static final class Snapshot extends LayoutSnapshot<NestChange> {
        private static final int LAYOUT = 1;

        /** For Flink, which makes it by reflection before reading. */
        public Snapshot() {
            super(LAYOUT);
        }

        @Override
        public TypeSerializer<NestChange> restoreSerializer() {
            return INSTANCE;
        }
    }
}
