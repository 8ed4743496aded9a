/**
 * The Flink source of PostgreSQL: its publication, its slot, its settings. Decoding is not here. Start at
 * {@link io.tapstate.connectors.postgres.runtime.PostgresRowSource}.
 */
package io.tapstate.connectors.postgres.runtime;
