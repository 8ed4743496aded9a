/**
 * The Flink source of MySQL and MariaDB. Decoding is not here. Start at
 * {@link io.tapstate.connectors.mysql.runtime.MySqlRowSource}.
 */
package io.tapstate.connectors.mysql.runtime;
