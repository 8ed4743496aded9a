/**
 * What the postgres connector is without any engine: its settings, and which BSON its types become. Sources and schema
 * reading live in other modules. Start at {@link io.tapstate.connectors.postgres.PostgresOptions}.
 */
package io.tapstate.connectors.postgres;
