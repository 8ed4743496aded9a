package io.tapstate.connectors.cdc;

import io.tapstate.connectors.api.TableId;
import java.io.Serializable;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Schema;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Struct;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.source.SourceRecord;

/** What differs by database: a change record's {@code source} block, and how values are written. */
public interface ChangeOrigin extends Serializable {
    TableId table(Struct source);

    /** The column that a field of a row is of. */
    default String column(String field) {
        return field;
    }

    /** How a column of this schema is written. */
    default ColumnWriter writer(Schema column) {
        return ColumnWriters.of(column);
    }

    /** Where in the log a record stands that says that columns changed; empty for every other record. */
    default Optional<String> columnsChanged(SourceRecord record) {
        return Optional.empty();
    }

    /** The same as a number that grows along the log; empty where there is none, or nobody asks. */
    default OptionalLong place(Struct source) {
        return OptionalLong.empty();
    }

    /** Where in the log the change stands, for people. */
    String position(Struct source);
}
