/**
 * What the mysql connector is without any engine: its settings. Sources and schema reading live in other modules. Start
 * at {@link io.tapstate.connectors.mysql.MySqlOptions}.
 */
package io.tapstate.connectors.mysql;
