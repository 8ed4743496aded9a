package io.tapstate.job.operator;

import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.runtime.ImmutableSerializer;
import io.tapstate.connectors.runtime.LayoutSnapshot;
import io.tapstate.connectors.runtime.VarInt;
import io.tapstate.job.nest.Place;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Layout 1: document key and path, each as a {@link VarInt} length and its bytes. Holds no state. */
public final class PlaceSerializer extends ImmutableSerializer<Place> {
    public static final PlaceSerializer INSTANCE = new PlaceSerializer();

    private static final long serialVersionUID = 1L;

    @Override
    public void serialize(Place place, DataOutputView target) throws IOException {
        VarInt.writeBytes(place.document().bytes(), target);
        VarInt.writeBytes(place.path().bytes(), target);
    }

    @Override
    public Place deserialize(DataInputView source) throws IOException {
        RowKey document = new RowKey(VarInt.readBytes(source));
        return new Place(document, new RowKey(VarInt.readBytes(source)));
    }

    @Override
    public TypeSerializerSnapshot<Place> snapshotConfiguration() {
        return new Snapshot();
    }

    /** What a savepoint remembers of this serializer: the layout. */
    public static final class Snapshot extends LayoutSnapshot<Place> {
        private static final int LAYOUT = 1;

        /** For Flink, which makes it by reflection before reading. */
        public Snapshot() {
            super(LAYOUT);
        }

        @Override
        public TypeSerializer<Place> restoreSerializer() {
            return INSTANCE;
        }
    }
}
