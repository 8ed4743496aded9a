package io.tapstate.connectors.cdc;

import org.apache.flink.api.connector.source.SourceEvent;

/** Enumerator to every reader, before its first split: the columns that the tables had when the source first started. */
record ColumnsAtStart(KnownColumns columns) implements SourceEvent {
    private static final long serialVersionUID = 1L;
}
