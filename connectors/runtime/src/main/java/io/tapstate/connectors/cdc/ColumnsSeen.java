package io.tapstate.connectors.cdc;

import org.apache.flink.api.connector.source.SourceEvent;

/** Enumerator to every reader, every few seconds: the columns that followed tables have now. */
record ColumnsSeen(LiveTables tables) implements SourceEvent {
    private static final long serialVersionUID = 1L;
}
