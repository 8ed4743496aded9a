package io.tapstate.connectors.runtime;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Remembers which byte layout a serializer wrote. Equal layouts are read as they are; anything else is refused. A second
 * layout must come with a serializer that reads the first, and answer {@code compatibleAfterMigration}.
 */
public abstract class LayoutSnapshot<T> implements TypeSerializerSnapshot<T> {
    private static final int VERSION = 1;

    private int layout;

    protected LayoutSnapshot(int layout) {
        this.layout = layout;
    }

    @Override
    public int getCurrentVersion() {
        return VERSION;
    }

    @Override
    public void writeSnapshot(DataOutputView target) throws IOException {
        target.writeInt(layout);
    }

    @Override
    public void readSnapshot(int version, DataInputView source, ClassLoader loader) throws IOException {
        if (version != VERSION) {
            throw new IOException(
                    getClass().getName() + " was written in version " + version + "; this one reads " + VERSION);
        }
        layout = source.readInt();
    }

    @Override
    public TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(TypeSerializerSnapshot<T> old) {
        return old.getClass() == getClass() && ((LayoutSnapshot<?>) old).layout == layout
                ? TypeSerializerSchemaCompatibility.compatibleAsIs()
                : TypeSerializerSchemaCompatibility.incompatible();
    }

    @Override
    public abstract TypeSerializer<T> restoreSerializer();
}
