package io.tapstate.connectors.runtime;

import io.tapstate.connectors.diagnostics.Diagnostic;
import java.util.List;

/**
 * A record that a step left out, with the reason.
 *
 * @param keyColumns columns of the record's row that are its key; empty when unknown
 */
public record DeadLetter(FaultyRecord record, List<String> keyColumns, Diagnostic reason) {}
