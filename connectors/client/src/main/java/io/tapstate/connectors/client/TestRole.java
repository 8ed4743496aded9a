package io.tapstate.connectors.client;

/** As what a connection is tested. */
public enum TestRole {
    /** Rows are to be read from it. */
    SOURCE,
    /** Documents are to be written to it. */
    TARGET
}
