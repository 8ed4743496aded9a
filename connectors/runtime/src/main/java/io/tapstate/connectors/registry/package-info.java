/**
 * Which connector id runs as which source or sink. It stands apart from the ports in {@code connectors.runtime}, so that
 * those know no connector. Start at {@link io.tapstate.connectors.registry.ConnectorRuntimes}.
 */
package io.tapstate.connectors.registry;
