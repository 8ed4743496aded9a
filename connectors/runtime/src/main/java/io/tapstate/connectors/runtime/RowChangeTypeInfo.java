package io.tapstate.connectors.runtime;

import io.tapstate.connectors.api.RowChange;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The Flink type of {@link RowChange}. */
public final class RowChangeTypeInfo extends TypeInformation<RowChange> {
    public static final RowChangeTypeInfo INSTANCE = new RowChangeTypeInfo();

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
    public Class<RowChange> getTypeClass() {
        return RowChange.class;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public TypeSerializer<RowChange> createSerializer(SerializerConfig config) {
        return new RowChangeSerializer();
    }

    @Override
    @SuppressWarnings("deprecation") // still abstract in Flink 1.20
    public TypeSerializer<RowChange> createSerializer(ExecutionConfig config) {
        return new RowChangeSerializer();
    }

    @Override
    public String toString() {
        return "RowChange";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowChangeTypeInfo;
    }

    @Override
    public int hashCode() {
        return RowChangeTypeInfo.class.hashCode();
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof RowChangeTypeInfo;
    }
}
