/**
 * Which connectors exist and what an author may write about each: ids, roles, modes, config keys. Describes only; the
 * values are bound by the options record of each connector. Start at
 * {@link io.tapstate.connectors.catalog.ConnectorCatalog}.
 */
package io.tapstate.connectors.catalog;
