package io.tapstate.connectors.mysql.runtime;

import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.cdc.ChangeOrigin;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Struct;

/** Names a table by database; a position is {@code file:offset}. */
record BinlogOrigin() implements ChangeOrigin {
    private static final long serialVersionUID = 1L;

    @Override
    public TableId table(Struct source) {
        return new TableId(source.getString("db"), source.getString("table"));
    }

    @Override
    public String position(Struct source) {
        return source.getString("file") + ":" + source.getInt64("pos");
    }
}
