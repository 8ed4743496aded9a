package io.tapstate.connectors.runtime;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A serializer of values that are never written to: copies are the value itself and nothing is reused. Two serializers of
 * one class are equal. One that holds state per thread overrides {@link #duplicate}.
 */
public abstract class ImmutableSerializer<T> extends TypeSerializer<T> {
    private static final long serialVersionUID = 1L;
    private static final int VARIABLE = -1;

    @Override
    public final boolean isImmutableType() {
        return true;
    }

    @Override
    public TypeSerializer<T> duplicate() {
        return this;
    }

    /** Null: an empty value does not exist, and immutable types are never reused. */
    @Override
    public T createInstance() {
        return null;
    }

    @Override
    public final T copy(T from) {
        return from;
    }

    @Override
    public final T copy(T from, T reuse) {
        return from;
    }

    @Override
    public int getLength() {
        return VARIABLE;
    }

    @Override
    public final T deserialize(T reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        serialize(deserialize(source), target);
    }

    @Override
    public final boolean equals(Object other) {
        return other != null && other.getClass() == getClass();
    }

    @Override
    public final int hashCode() {
        return getClass().hashCode();
    }
}
