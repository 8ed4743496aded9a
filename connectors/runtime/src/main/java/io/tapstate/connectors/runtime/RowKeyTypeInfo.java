package io.tapstate.connectors.runtime;

import io.tapstate.connectors.key.RowKey;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The Flink type of {@link RowKey}; usable in {@code keyBy}. */
public final class RowKeyTypeInfo extends TypeInformation<RowKey> {
    public static final RowKeyTypeInfo INSTANCE = new RowKeyTypeInfo();

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
    public Class<RowKey> getTypeClass() {
        return RowKey.class;
    }

    @Override
    public boolean isKeyType() {
        return true;
    }

    @Override
    public TypeSerializer<RowKey> createSerializer(SerializerConfig config) {
        return RowKeySerializer.INSTANCE;
    }

    @Override
    @SuppressWarnings("deprecation") // still abstract in Flink 1.20
    public TypeSerializer<RowKey> createSerializer(ExecutionConfig config) {
        return RowKeySerializer.INSTANCE;
    }

    @Override
    public String toString() {
        return "RowKey";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowKeyTypeInfo;
    }

    @Override
    public int hashCode() {
        return RowKeyTypeInfo.class.hashCode();
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof RowKeyTypeInfo;
    }
}
