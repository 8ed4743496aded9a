package io.tapstate.connectors.mongodb.runtime;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.catalog.WriteMode;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.row.RowWriter;
import io.tapstate.connectors.runtime.SinkRequest.Target;
import java.util.List;
import java.util.Optional;
import org.bson.RawBsonDocument;

/** What changes become in one collection. Documents are handed on as bytes. */
final class DocumentWrites {
    /** The most that MongoDB takes, in bytes. */
    static final int LARGEST_DOCUMENT = 16 << 20;

    private final String collection;
    private final List<String> key;
    private final AppendIds appends;

    DocumentWrites(Target target, WriteMode mode) {
        this.collection = target.collection();
        this.key = target.primaryKey();
        this.appends = mode == WriteMode.APPEND ? new AppendIds(key) : null;
    }

    /**
     * One write.
     *
     * @param identity equal for writes of one document
     * @param id a document of nothing but {@code _id}
     * @param document the whole document; null when it is deleted
     */
    record Write(RowChange change, RowKey identity, byte[] id, byte[] document) {
        int bytes() {
            return document == null ? id.length : document.length;
        }
    }

    /**
     * The write of one change; empty when it is not applied.
     *
     * @throws TapException {@code actuation.document-too-large}, {@code actuation.key-column-absent}, {@code
     *     actuation.id-beside-key}: of this change alone
     */
    Optional<Write> write(RowChange change) {
        boolean delete = change.kind() == ChangeKind.DELETE;
        if (delete && appends != null) {
            return Optional.empty();
        }
        byte[] row = DocumentId.row(change);
        DocumentId.absent(row, key).ifPresent(column -> {
            throw TapException.of(TargetError.KEY_COLUMN_ABSENT, "collection", collection, "column", column);
        });
        byte[] id = appends == null ? id(row) : appends.id(change);
        byte[] document = delete ? null : document(id, row);
        if (!delete && document.length > LARGEST_DOCUMENT) {
            throw TapException.of(
                    TargetError.DOCUMENT_TOO_LARGE,
                    "collection",
                    collection,
                    "bytes",
                    document.length,
                    "limit",
                    LARGEST_DOCUMENT);
        }
        RowKey identity = DocumentId.identity(new RawBsonDocument(id).get(DocumentId.FIELD));
        return Optional.of(new Write(change, identity, id, document));
    }

    private byte[] id(byte[] row) {
        RowWriter writer = new RowWriter();
        DocumentId.write(writer, new RawRow(row), key);
        return writer.finish();
    }

    private byte[] document(byte[] id, byte[] row) {
        RowWriter writer = new RowWriter().fields(id);
        RawRow fields = new RawRow(row);
        if (!fields.seek(DocumentId.FIELD)) {
            return writer.fields(row).finish();
        }
        if (appends != null || !key.equals(List.of(DocumentId.FIELD))) {
            throw TapException.of(TargetError.ID_BESIDE_KEY, "collection", collection);
        }
        fields = new RawRow(row);
        while (fields.next()) {
            if (!fields.name().equals(DocumentId.FIELD)) {
                writer.field(fields);
            }
        }
        return writer.finish();
    }
}
