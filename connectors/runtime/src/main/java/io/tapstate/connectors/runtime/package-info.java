/**
 * The ports between a job and its connectors, the Flink types of what flows between them, and the list of connectors.
 * Holds nothing of any one database. Start at {@link io.tapstate.connectors.runtime.ConnectorRuntimes}.
 */
package io.tapstate.connectors.runtime;
