package io.tapstate.job.operator;

import io.tapstate.connectors.runtime.ImmutableTypeInfo;
import io.tapstate.job.nest.Placement;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The Flink type of {@link Placement}. */
public final class PlacementTypeInfo extends ImmutableTypeInfo<Placement> {
    public static final PlacementTypeInfo INSTANCE = new PlacementTypeInfo();

    private static final long serialVersionUID = 1L;

    private PlacementTypeInfo() {
        super(Placement.class, false);
    }

    @Override
    protected TypeSerializer<Placement> serializer() {
        return PlacementSerializer.INSTANCE;
    }
}
