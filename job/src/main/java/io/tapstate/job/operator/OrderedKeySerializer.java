package io.tapstate.job.operator;

import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.runtime.ImmutableSerializer;
import io.tapstate.connectors.runtime.LayoutSnapshot;
import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Writes keys so that the written bytes sort as the keys do, for use as map keys in RocksDB, whose iterators follow the
 * written bytes. A length in front would destroy that order.
 *
 * <p>Layout 1: {@code 00} becomes {@code 00 FF}, the end is {@code 00 00}. Holds no state.
 */
public final class OrderedKeySerializer extends ImmutableSerializer<RowKey> {
    public static final OrderedKeySerializer INSTANCE = new OrderedKeySerializer();

    private static final long serialVersionUID = 1L;
    private static final int ESCAPED = 0xFF;
    private static final int END = 0x00;

    @Override
    public void serialize(RowKey key, DataOutputView target) throws IOException {
        byte[] bytes = key.bytes();
        int from = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                target.write(bytes, from, i + 1 - from);
                target.writeByte(ESCAPED);
                from = i + 1;
            }
        }
        target.write(bytes, from, bytes.length - from);
        target.writeByte(0);
        target.writeByte(END);
    }

    @Override
    public RowKey deserialize(DataInputView source) throws IOException {
        byte[] bytes = new byte[64];
        int size = 0;
        while (true) {
            byte b = source.readByte();
            if (b == 0 && afterZero(source) == END) {
                return new RowKey(Arrays.copyOf(bytes, size));
            }
            if (size == bytes.length) {
                bytes = Arrays.copyOf(bytes, size * 2);
            }
            bytes[size++] = b;
        }
    }

    @Override
    public TypeSerializerSnapshot<RowKey> snapshotConfiguration() {
        return new Snapshot();
    }

    private static int afterZero(DataInputView source) throws IOException {
        int next = source.readUnsignedByte();
        if (next != END && next != ESCAPED) {
            throw new IOException("an ordered key holds 00 followed by " + next);
        }
        return next;
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
