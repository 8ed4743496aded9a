package io.tapstate.connectors.cdc;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.runtime.SourceRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Schema;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Struct;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.source.SourceRecord;
import org.apache.flink.util.Collector;

/** Hand-made change records of one table, as Debezium lays them out. */
final class Records {
    static final TableId TABLE = new TableId("appdb", "orders");

    private static final Schema SOURCE = SchemaBuilder.struct()
            .field("db", Schema.STRING_SCHEMA)
            .field("table", Schema.STRING_SCHEMA)
            .field("ts_ms", Schema.INT64_SCHEMA)
            .build();

    static final ChangeOrigin ORIGIN = new HandMade();

    private final Schema row;
    private final Schema envelope;

    Records(SchemaBuilder row) {
        this.row = row.optional().build();
        this.envelope = SchemaBuilder.struct()
                .field("before", this.row)
                .field("after", this.row)
                .field("source", SOURCE)
                .field("op", Schema.STRING_SCHEMA)
                .build();
    }

    Struct row(Object... namesAndValues) {
        Struct struct = new Struct(row);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            struct.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return struct;
    }

    SourceRecord record(String op, Struct before, Struct after) {
        return record(TABLE, op, before, after);
    }

    SourceRecord record(TableId table, String op, Struct before, Struct after) {
        Struct source = new Struct(SOURCE)
                .put("db", table.namespace())
                .put("table", table.name())
                .put("ts_ms", 1_700_000_000_000L);
        Struct value = new Struct(envelope)
                .put("before", before)
                .put("after", after)
                .put("source", source)
                .put("op", op);
        return new SourceRecord(Map.of(), Map.of(), "topic", envelope, value);
    }

    static ChangeRecordDecoder decoder(BeforeImage image, String... key) {
        List<SourceRequest.Table> tables =
                List.of(new SourceRequest.Table(TABLE, List.of(key), image, OptionalLong.empty()));
        return new ChangeRecordDecoder(new HandMade(), tables, new ColumnWatch(tables));
    }

    static List<RowChange> decode(ChangeRecordDecoder decoder, SourceRecord... records) {
        List<RowChange> changes = new ArrayList<>();
        for (SourceRecord record : records) {
            decoder.deserialize(record, new Collector<>() {
                @Override
                public void collect(RowChange change) {
                    changes.add(change);
                }

                @Override
                public void close() {}
            });
        }
        return changes;
    }

    private record HandMade() implements ChangeOrigin {
        @Override
        public TableId table(Struct source) {
            return new TableId(source.getString("db"), source.getString("table"));
        }

        @Override
        public String position(Struct source) {
            return "here";
        }
    }
}
