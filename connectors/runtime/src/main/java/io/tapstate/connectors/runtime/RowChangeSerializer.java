package io.tapstate.connectors.runtime;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.key.RowKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Layout 1. One head byte: bits 0-1 the kind (read, insert, update, delete), bit 2 a before image, bit 3 an after image,
 * bit 4 that it is half of an update, bit 5 that it is
 * a change of columns, with 0 for the kind.
 * Then namespace, table, key, position (each a {@link VarInt} length and its bytes, text in UTF-8), the timestamp in 8
 * bytes, and the images that are there, before first, likewise with their length. Rows are copied, never parsed.
 *
 * <p>Remembers the table it met last, so it is not shared between threads: Flink calls {@link #duplicate}.
 */
public final class RowChangeSerializer extends ImmutableSerializer<RowChange> {
    private static final long serialVersionUID = 1L;
    private static final int KIND = 3;
    private static final int BEFORE = 4;
    private static final int AFTER = 8;
    private static final int HALF = 16;
    private static final int DDL = 32;
    private static final ChangeKind[] KINDS = {ChangeKind.READ, ChangeKind.INSERT, ChangeKind.UPDATE, ChangeKind.DELETE
    };

    private transient EncodedTable written;
    private transient EncodedTable read;

    @Override
    public TypeSerializer<RowChange> duplicate() {
        return new RowChangeSerializer();
    }

    @Override
    public void serialize(RowChange change, DataOutputView target) throws IOException {
        byte[] before = change.before();
        byte[] after = change.after();
        target.writeByte(code(change.kind())
                | (before == null ? 0 : BEFORE)
                | (after == null ? 0 : AFTER)
                | (change.isHalf() ? HALF : 0));
        EncodedTable table = encoded(change.table());
        VarInt.writeBytes(table.namespace(), target);
        VarInt.writeBytes(table.name(), target);
        VarInt.writeBytes(change.key().bytes(), target);
        VarInt.writeBytes(change.position().getBytes(StandardCharsets.UTF_8), target);
        target.writeLong(change.timestamp());
        if (before != null) {
            VarInt.writeBytes(before, target);
        }
        if (after != null) {
            VarInt.writeBytes(after, target);
        }
    }

    @Override
    public RowChange deserialize(DataInputView source) throws IOException {
        int head = source.readUnsignedByte();
        TableId table = table(VarInt.readBytes(source), VarInt.readBytes(source));
        RowKey key = new RowKey(VarInt.readBytes(source));
        String position = new String(VarInt.readBytes(source), StandardCharsets.UTF_8);
        long timestamp = source.readLong();
        byte[] before = (head & BEFORE) == 0 ? null : VarInt.readBytes(source);
        byte[] after = (head & AFTER) == 0 ? null : VarInt.readBytes(source);
        RowChange change = new RowChange(kind(head), table, key, before, after, timestamp, position);
        return (head & HALF) == 0 ? change : change.asHalf();
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        int head = source.readUnsignedByte();
        target.writeByte(head);
        for (int i = 0; i < 4; i++) {
            VarInt.writeBytes(VarInt.readBytes(source), target);
        }
        target.writeLong(source.readLong());
        for (int i = Integer.bitCount(head & (BEFORE | AFTER)); i > 0; i--) {
            VarInt.writeBytes(VarInt.readBytes(source), target);
        }
    }

    @Override
    public TypeSerializerSnapshot<RowChange> snapshotConfiguration() {
        return new Snapshot();
    }

    private static ChangeKind kind(int head) {
        return (head & DDL) == 0 ? KINDS[head & KIND] : ChangeKind.DDL;
    }

    private static int code(ChangeKind kind) {
        return switch (kind) {
            case DDL -> DDL;
            case READ -> 0;
            case INSERT -> 1;
            case UPDATE -> 2;
            case DELETE -> 3;
        };
    }

    private EncodedTable encoded(TableId table) {
        if (written == null || !written.table().equals(table)) {
            written = new EncodedTable(
                    table,
                    table.namespace().getBytes(StandardCharsets.UTF_8),
                    table.name().getBytes(StandardCharsets.UTF_8));
        }
        return written;
    }

    private TableId table(byte[] namespace, byte[] name) {
        if (read == null || !Arrays.equals(read.name(), name) || !Arrays.equals(read.namespace(), namespace)) {
            TableId table = new TableId(
                    new String(namespace, StandardCharsets.UTF_8), new String(name, StandardCharsets.UTF_8));
            read = new EncodedTable(table, namespace, name);
        }
        return read.table();
    }

    private record EncodedTable(TableId table, byte[] namespace, byte[] name) {}

    /** What a savepoint remembers of this serializer: the layout. */
    public static final class Snapshot extends LayoutSnapshot<RowChange> {
        private static final int LAYOUT = 1;

        /** For Flink, which makes it by reflection before reading. */
        public Snapshot() {
            super(LAYOUT);
        }

        @Override
        public TypeSerializer<RowChange> restoreSerializer() {
            return new RowChangeSerializer();
        }
    }
}
