/**
 * What a connector says and what flows out of it: change and row types, table schemas, connection settings. JDK types
 * and BSON bytes only; no driver, no Flink, no Debezium. Start at {@link io.tapstate.connectors.api.RowChange}.
 */
package io.tapstate.connectors.api;
