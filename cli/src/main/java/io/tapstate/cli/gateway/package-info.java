/**
 * Asks a running Flink over its REST interface and says what it answered in our words. Start at
 * {@link io.tapstate.cli.gateway.FlinkRestGateway}.
 */
package io.tapstate.cli.gateway;
