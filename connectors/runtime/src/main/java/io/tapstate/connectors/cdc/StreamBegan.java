package io.tapstate.connectors.cdc;

import org.apache.flink.api.connector.source.SourceEvent;

/**
 * Reader to enumerator: I hold the split that follows the log. Enumerator to every reader: somebody holds it, so every
 * snapshot row has been emitted.
 */
record StreamBegan() implements SourceEvent {
    private static final long serialVersionUID = 1L;
}
