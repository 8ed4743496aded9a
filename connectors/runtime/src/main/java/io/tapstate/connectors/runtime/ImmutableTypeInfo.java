package io.tapstate.connectors.runtime;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The Flink type of a value class with a serializer of its own. Two of one class are equal. */
public abstract class ImmutableTypeInfo<T> extends TypeInformation<T> {
    private static final long serialVersionUID = 1L;

    private final Class<T> type;
    private final boolean key;

    /** @param key whether values may be keys: equal by content, with a hash code of the content alone */
    protected ImmutableTypeInfo(Class<T> type, boolean key) {
        this.type = type;
        this.key = key;
    }

    /** A serializer for one thread. */
    protected abstract TypeSerializer<T> serializer();

    @Override
    public final TypeSerializer<T> createSerializer(SerializerConfig config) {
        return serializer();
    }

    @Override
    @SuppressWarnings("deprecation") // still abstract in Flink 1.20
    public final TypeSerializer<T> createSerializer(ExecutionConfig config) {
        return serializer();
    }

    @Override
    public final Class<T> getTypeClass() {
        return type;
    }

    @Override
    public final boolean isKeyType() {
        return key;
    }

    @Override
    public final boolean isBasicType() {
        return false;
    }

    @Override
    public final boolean isTupleType() {
        return false;
    }

    @Override
    public final int getArity() {
        return 1;
    }

    @Override
    public final int getTotalFields() {
        return 1;
    }

    @Override
    public final String toString() {
        return type.getSimpleName();
    }

    @Override
    public final boolean equals(Object other) {
        return other != null && other.getClass() == getClass();
    }

    @Override
    public final int hashCode() {
        return getClass().hashCode();
    }

    @Override
    public final boolean canEqual(Object other) {
        return equals(other);
    }
}
