package io.tapstate.job.operator;

import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.runtime.ImmutableSerializer;
import io.tapstate.connectors.runtime.LayoutSnapshot;
import io.tapstate.connectors.runtime.VarInt;
import io.tapstate.job.nest.Place;
import io.tapstate.job.nest.Placement;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Layout 1: whether present, the key as a {@link VarInt} length and its bytes, the place, the timestamp in 8 bytes. */
public final class PlacementSerializer extends ImmutableSerializer<Placement> {
    public static final PlacementSerializer INSTANCE = new PlacementSerializer();

    private static final long serialVersionUID = 1L;

    @Override
    public void serialize(Placement placement, DataOutputView target) throws IOException {
        target.writeBoolean(placement.present());
        VarInt.writeBytes(placement.key().bytes(), target);
        PlaceSerializer.INSTANCE.serialize(placement.place(), target);
        target.writeLong(placement.timestamp());
    }

    @Override
    public Placement deserialize(DataInputView source) throws IOException {
        boolean present = source.readBoolean();
        RowKey key = new RowKey(VarInt.readBytes(source));
        Place place = PlaceSerializer.INSTANCE.deserialize(source);
        return new Placement(key, place, present, source.readLong());
    }

    @Override
    public TypeSerializerSnapshot<Placement> snapshotConfiguration() {
        return new Snapshot();
    }

    /** What a savepoint remembers of this serializer: the layout. */
    public static final class Snapshot extends LayoutSnapshot<Placement> {
        private static final int LAYOUT = 1;

        /** For Flink, which makes it by reflection before reading. */
        public Snapshot() {
            super(LAYOUT);
        }

        @Override
        public TypeSerializer<Placement> restoreSerializer() {
            return INSTANCE;
        }
    }
}
