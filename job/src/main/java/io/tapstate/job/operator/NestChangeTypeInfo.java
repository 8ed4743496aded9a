package io.tapstate.job.operator;

import io.tapstate.connectors.runtime.ImmutableTypeInfo;
import io.tapstate.job.nest.NestChange;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The Flink type of {@link NestChange}. */
public final class NestChangeTypeInfo extends ImmutableTypeInfo<NestChange> {
    public static final NestChangeTypeInfo INSTANCE = new NestChangeTypeInfo();

    private static final long serialVersionUID = 1L;

    private NestChangeTypeInfo() {
        super(NestChange.class, false);
    }

    @Override
    protected TypeSerializer<NestChange> serializer() {
        return NestChangeSerializer.INSTANCE;
    }
}
