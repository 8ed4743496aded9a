/**
 * The ports between a job and its connectors, and the Flink types of what flows between them.
 * Holds nothing of any one database. Start at {@link io.tapstate.connectors.runtime.RowChangeSourceProvider}.
 */
package io.tapstate.connectors.runtime;
