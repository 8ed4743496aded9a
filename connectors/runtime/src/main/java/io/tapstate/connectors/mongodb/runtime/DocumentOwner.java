package io.tapstate.connectors.mongodb.runtime;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.row.RowWriter;
import io.tapstate.connectors.runtime.RowKeyTypeInfo;
import java.io.Serializable;
import java.util.List;
import org.apache.flink.api.common.functions.Partitioner;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;

/**
 * Which subtask writes a document. It follows from the {@code _id} alone, so a subtask that finds a document in the store
 * knows whether anybody else may write it.
 */
final class DocumentOwner implements KeySelector<RowChange, RowKey>, ResultTypeQueryable<RowKey> {
    private static final long serialVersionUID = 1L;
    private static final RowKey NOBODYS = new RowKey(new byte[0]);
    private static final int SPREAD = 0x9E3779B9;

    /** From identities to subtasks. */
    static final Partitioner<RowKey> PARTITIONER = new ByIdentity();

    private final TargetCollections targets;

    DocumentOwner(TargetCollections targets) {
        this.targets = targets;
    }

    /** The subtask among so many. */
    static int of(RowKey identity, int subtasks) {
        int spread = identity.hashCode() * SPREAD;
        return Math.floorMod(spread ^ (spread >>> 16), subtasks);
    }

    /** A change that the writer will refuse goes anywhere. */
    @Override
    public RowKey getKey(RowChange change) {
        List<String> key = targets.of(change).map(target -> target.primaryKey()).orElse(List.of());
        byte[] row = DocumentId.row(change);
        if (key.isEmpty() || DocumentId.absent(row, key).isPresent()) {
            return NOBODYS;
        }
        RowWriter writer = new RowWriter();
        DocumentId.write(writer, new RawRow(row), key);
        BsonValue id = new RawBsonDocument(writer.finish()).get(DocumentId.FIELD);
        return DocumentId.identity(id);
    }

    @Override
    public TypeInformation<RowKey> getProducedType() {
        return RowKeyTypeInfo.INSTANCE;
    }

    private static final class ByIdentity implements Partitioner<RowKey>, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public int partition(RowKey identity, int subtasks) {
            return of(identity, subtasks);
        }
    }
}
