package io.tapstate.connectors.mongodb.runtime;

import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.WriteModel;
import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.row.RowWriter;
import java.util.List;
import org.apache.flink.connector.mongodb.sink.writer.context.MongoSinkContext;
import org.apache.flink.connector.mongodb.sink.writer.serializer.MongoSerializationSchema;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;

/**
 * Makes the write of one change: replace by {@code _id} or delete by {@code _id}. {@code _id} is the key: the bare value
 * of one column, a sub-document in key order of several. Documents are handed on as bytes.
 */
final class DocumentModels implements MongoSerializationSchema<RowChange> {
    private static final long serialVersionUID = 1L;
    private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);
    private static final String ID = "_id";

    private final List<String> primaryKey;

    DocumentModels(List<String> primaryKey) {
        this.primaryKey = primaryKey;
    }

    @Override
    public WriteModel<BsonDocument> serialize(RowChange change, MongoSinkContext context) {
        return model(change);
    }

    WriteModel<BsonDocument> model(RowChange change) {
        if (change.kind() == ChangeKind.DELETE) {
            return new DeleteOneModel<>(new RawBsonDocument(id(change.before())));
        }
        return new ReplaceOneModel<>(
                new RawBsonDocument(id(change.after())), new RawBsonDocument(document(change.after())), UPSERT);
    }

    private byte[] id(byte[] row) {
        RowWriter writer = new RowWriter();
        writeId(writer, new RawRow(row));
        return writer.finish();
    }

    private byte[] document(byte[] row) {
        RowWriter writer = new RowWriter();
        RawRow cursor = new RawRow(row);
        writeId(writer, cursor);
        if (!cursor.seek(ID)) {
            return writer.fields(row).finish();
        }
        RawRow fields = new RawRow(row);
        while (fields.next()) {
            if (!fields.name().equals(ID)) {
                writer.field(fields);
            }
        }
        return writer.finish();
    }

    private void writeId(RowWriter writer, RawRow row) {
        if (primaryKey.size() == 1) {
            find(row, primaryKey.get(0));
            writer.fieldAs(ID, row);
            return;
        }
        writer.open(ID);
        for (String column : primaryKey) {
            find(row, column);
            writer.field(row);
        }
        writer.close();
    }

    private static void find(RawRow row, String column) {
        if (!row.seek(column)) {
            throw new IllegalStateException("a change without the key column " + column);
        }
    }
}
