/**
 * The Flink source of PostgreSQL: its publication, its slot, its settings, and our parts in place of the library's where
 * values and names pass. Turning records into rows is not here. Start at
 * {@link io.tapstate.connectors.postgres.runtime.PostgresRowSource}.
 */
package io.tapstate.connectors.postgres.runtime;
