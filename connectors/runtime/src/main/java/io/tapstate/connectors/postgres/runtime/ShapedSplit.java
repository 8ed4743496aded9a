package io.tapstate.connectors.postgres.runtime;

import io.tapstate.connectors.cdc.PhasedSource;
import io.tapstate.connectors.cdc.TableShapes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Optional;
import org.apache.flink.cdc.connectors.base.source.meta.split.SourceSplitBase;
import org.apache.flink.cdc.connectors.base.source.meta.split.StreamSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** The split that follows the log, with the columns that rows have at its position. The library never sees it. */
final class ShapedSplit extends StreamSplit {
    private final StreamSplit plain;
    private final TableShapes shapes;

    private ShapedSplit(StreamSplit plain, TableShapes shapes) {
        super(
                plain.splitId(),
                plain.getStartingOffset(),
                plain.getEndingOffset(),
                plain.getFinishedSnapshotSplitInfos(),
                plain.getTableSchemas(),
                plain.getTotalFinishedSplitSize(),
                plain.isSuspended(),
                plain.isSnapshotCompleted());
        this.plain = plain;
        this.shapes = shapes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ShapedSplit split && plain.equals(split.plain) && shapes.equals(split.shapes);
    }

    @Override
    public int hashCode() {
        return plain.hashCode();
    }

    /** Tells, dresses and undresses it. */
    static final class Log implements PhasedSource.LogSplit<SourceSplitBase> {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean test(SourceSplitBase split) {
            return split instanceof ShapedSplit || split.isStreamSplit();
        }

        @Override
        public SourceSplitBase with(SourceSplitBase split, TableShapes shapes) {
            return new ShapedSplit(split.asStreamSplit(), shapes);
        }

        @Override
        public Optional<TableShapes> shapes(SourceSplitBase split) {
            return split instanceof ShapedSplit shaped ? Optional.of(shaped.shapes) : Optional.empty();
        }

        @Override
        public SourceSplitBase plain(SourceSplitBase split) {
            return split instanceof ShapedSplit shaped ? shaped.plain : split;
        }
    }

    /**
     * The library's bytes with their length, then the columns, if any. The version is the library's with a mark of ours;
     * splits without the mark were written before columns were followed.
     */
    static final class Serializer implements SimpleVersionedSerializer<SourceSplitBase> {
        private static final int WITH_SHAPES = 1 << 16;

        private final SimpleVersionedSerializer<SourceSplitBase> inner;

        Serializer(SimpleVersionedSerializer<SourceSplitBase> inner) {
            this.inner = inner;
        }

        @Override
        public int getVersion() {
            return WITH_SHAPES | inner.getVersion();
        }

        @Override
        public byte[] serialize(SourceSplitBase split) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            byte[] own = inner.serialize(split instanceof ShapedSplit shaped ? shaped.plain : split);
            out.writeInt(own.length);
            out.write(own);
            out.writeBoolean(split instanceof ShapedSplit);
            if (split instanceof ShapedSplit shaped) {
                shaped.shapes.write(out);
            }
            return bytes.toByteArray();
        }

        @Override
        public SourceSplitBase deserialize(int version, byte[] serialized) throws IOException {
            if ((version & WITH_SHAPES) == 0) {
                return inner.deserialize(version, serialized);
            }
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized));
            byte[] own = in.readNBytes(in.readInt());
            SourceSplitBase split = inner.deserialize(version & ~WITH_SHAPES, own);
            return in.readBoolean() ? new ShapedSplit(split.asStreamSplit(), TableShapes.read(in)) : split;
        }
    }
}
