/**
 * The Debezium boundary, once for all databases: change records become {@code RowChange}s here, and the end of a snapshot
 * becomes a watermark. Holds no setting of any one database. Start at
 * {@link io.tapstate.connectors.cdc.ChangeRecordDecoder}.
 */
package io.tapstate.connectors.cdc;
