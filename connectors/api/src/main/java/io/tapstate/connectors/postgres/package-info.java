/**
 * What the postgres connector is without any engine: its settings. Sources and schema reading live in other modules. Start
 * at {@link io.tapstate.connectors.postgres.PostgresOptions}.
 */
package io.tapstate.connectors.postgres;
