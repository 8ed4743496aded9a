package io.tapstate.connectors.catalog;

/** What a connector can be used as. */
public enum ConnectorRole {
    /** Rows are read from it. */
    SOURCE,
    /** Documents are written to it. */
    TARGET
}
