package io.tapstate.job.operator;

import io.tapstate.job.nest.NestChange;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The Flink type of {@link NestChange}. */
public final class NestChangeTypeInfo extends TypeInformation<NestChange> {
    public static final NestChangeTypeInfo INSTANCE = new NestChangeTypeInfo();

    private static final long serialVersionUID = 1L;

    @Override
    public boolean isBasicType() {
        return false;
    }

    @Override
    public boolean isTupleType() {
        return false;
    }

    @Override
    public int getArity() {
        return 1;
    }

    @Override
    public int getTotalFields() {
        return 1;
    }

    @Override
    public Class<NestChange> getTypeClass() {
        return NestChange.class;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public TypeSerializer<NestChange> createSerializer(SerializerConfig config) {
        return NestChangeSerializer.INSTANCE;
    }

    @Override
    @SuppressWarnings("deprecation") // still abstract in Flink 1.20
    public TypeSerializer<NestChange> createSerializer(ExecutionConfig config) {
        return NestChangeSerializer.INSTANCE;
    }

    @Override
    public String toString() {
        return "NestChange";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NestChangeTypeInfo;
    }

    @Override
    public int hashCode() {
        return NestChangeTypeInfo.class.hashCode();
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof NestChangeTypeInfo;
    }
}
