package io.tapstate.connectors.api;

/** How much of the old row an update or delete carries in a source's log. */
public enum BeforeImage {
    /** Every column (MySQL {@code binlog_row_image=FULL}, PostgreSQL {@code REPLICA IDENTITY FULL}). */
    FULL,
    /** Key columns only, and for updates possibly nothing. */
    KEY,
    /**
     * Not even the key, so that updates and deletes cannot be followed (PostgreSQL {@code REPLICA IDENTITY NOTHING}, or
     * the default one of a table without a primary key).
     */
    NONE
}
