package io.tapstate.connectors.cdc;

import org.apache.flink.api.connector.source.SourceEvent;

/**
 * Reader to enumerator: I hold the split that follows the log. Enumerator to every reader: somebody holds it, so every
 * snapshot row has been emitted.
 *
 * @param continued whether the log is followed from a checkpoint of that time on
 */
record StreamBegan(boolean continued) implements SourceEvent {
    private static final long serialVersionUID = 1L;
}
