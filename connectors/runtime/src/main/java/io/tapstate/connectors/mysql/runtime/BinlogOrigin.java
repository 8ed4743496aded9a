package io.tapstate.connectors.mysql.runtime;

import io.debezium.document.Document;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.cdc.ChangeOrigin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.apache.flink.cdc.connectors.mysql.source.utils.RecordUtils;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Struct;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.source.SourceRecord;

/** Names a table by database; a position is {@code file:offset}. */
record BinlogOrigin() implements ChangeOrigin {
    private static final long serialVersionUID = 1L;

    @Override
    public TableId table(Struct source) {
        return new TableId(source.getString("db"), source.getString("table"));
    }

    @Override
    public String column(String field) {
        return DoubledTicks.undone(field);
    }

    @Override
    public Optional<String> columnsChanged(SourceRecord record) {
        if (!RecordUtils.isSchemaChangeEvent(record)) {
            return Optional.empty();
        }
        try {
            // That of the history, which is not the one of the record.
            Document position = RecordUtils.getHistoryRecord(record).document().getDocument("position");
            return Optional.of(position.getString("file") + ":" + position.getLong("pos"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String position(Struct source) {
        return source.getString("file") + ":" + source.getInt64("pos");
    }
}
