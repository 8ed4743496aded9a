package io.tapstate.connectors.postgres.runtime;

import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.cdc.ChangeOrigin;
import io.tapstate.connectors.cdc.ColumnWriter;
import java.util.OptionalLong;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Schema;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Struct;

/** Names a table by schema, by the names it has, see {@link PlainNames}; a position is a log sequence number as PostgreSQL prints it. */
record WalOrigin() implements ChangeOrigin {
    private static final long serialVersionUID = 1L;

    @Override
    public TableId table(Struct source) {
        return new TableId(PlainNames.real(source.getString("schema")), PlainNames.real(source.getString("table")));
    }

    @Override
    public String column(String field) {
        return PlainNames.real(field);
    }

    @Override
    public ColumnWriter writer(Schema column) {
        return TextWriters.of(TextSchema.type(column));
    }

    @Override
    public OptionalLong place(Struct source) {
        Long lsn = source.getInt64("lsn");
        return lsn == null ? OptionalLong.empty() : OptionalLong.of(lsn);
    }

    @Override
    public String position(Struct source) {
        Long lsn = source.getInt64("lsn");
        return lsn == null ? "" : String.format("%X/%X", lsn >>> 32, lsn & 0xFFFFFFFFL);
    }
}
