package io.tapstate.job.history;

/** What a random nest or history makes use of: a run of many seeds shows by them that it left nothing out. */
public enum Feature {
    /** Embeds below embeds, by the number of edges from the root. */
    DEPTH_TWO,
    DEPTH_THREE,
    DEPTH_FOUR,
    BELONGS_TO_AT_ROOT,
    BELONGS_TO_BELOW,
    POINTS_AT_AT_ROOT,
    POINTS_AT_BELOW,
    /** An embed that belongs to a pointed-at row. */
    BELONGS_TO_UNDER_POINTS_AT,
    /** An embed that a pointed-at row points at. */
    POINTS_AT_UNDER_POINTS_AT,
    ARRAY,
    OBJECT,
    FLAT_BELONGS_TO,
    FLAT_POINTS_AT,
    FLAT_UNDER_FLAT,
    EMBED_UNDER_FLAT,
    /** A flat embed joined by columns of one name, which both rows have. */
    FLAT_SHARED_COLUMN,
    DOTTED_PATH,
    ARRAY_KEY,
    ARRAY_KEY_NULLABLE,
    EMBED_KEY,
    COMPOSITE_JOIN,
    COMPOSITE_DOCUMENT_KEY,
    /** The embedded row's own key holds its parent's. */
    JOIN_IN_IDENTITY,
    KEY_INTEGER,
    KEY_STRING,
    KEY_DECIMAL,
    KEY_BOOLEAN,
    KEY_DATE,
    KEY_TIMESTAMP,
    KEY_BINARY,
    KEY_UUID,
    /** An integer joined to a decimal. */
    JOIN_INTEGER_TO_DECIMAL,
    ROOT_JOINED_BY_OTHER_KEY,
    PARENT_JOINED_BY_OTHER_KEY,
    /** What is pointed at is named by another key than its identity. */
    POINTED_AT_BY_OTHER_KEY,
    ROOT_KEY_NOT_IDENTITY,
    /** The document key holds the identity and more. */
    ROOT_KEY_WIDER,
    /** {@code root.key} names the columns of the identity in another order. */
    ROOT_KEY_REORDERED,
    PRIMARY_KEY,
    ROOT_ALONE,
    SELF_REFERENCE,
    SAME_TABLE_TWICE,
    NO_PRIMARY_KEY,
    SEVERAL_SOURCES,
    SAME_TABLE_NAME_IN_TWO_SOURCES,
    MYSQL,
    POSTGRES,
    BEFORE_IMAGE_FULL,
    BEFORE_IMAGE_KEY,
    SEND_WINDOW_ZERO,
    APPEND,
    SUB_FIRST,
    MAX_ELEMENTS,
    ENTRIES_IN_MEMORY,
    STATE_NAMESPACE,
    SEVERAL_NESTS,
    NEST_AS_ROOT,
    NEST_AS_EMBED,
    /** Steps between a table and a nest. */
    TRANSFORM_BEFORE,
    /** Steps between nests. */
    TRANSFORM_BETWEEN,
    /** Steps after the last nest. */
    TRANSFORM_AFTER,
    TRANSFORM_CHAIN,
    TABLE_FILTER,
    FILTER,
    MAP_RENAME,
    /** A column that identifies rows, or joins them, has another name. */
    MAP_RENAME_KEY,
    /** A column that joins or orders is computed of another. */
    MAP_COMPUTED_JOIN,
    MAP_DROP,
    MAP_COMPUTED,
    MAP_CONSTANT,
    SCRIPT,
    UNION_AS_ROOT,
    UNION_AS_EMBED,

    INSERT,
    UPDATE,
    DELETE,
    IDENTITY_CHANGE,
    /** The identity changes and, in the same transaction, all that join to it follow. */
    IDENTITY_CHANGE_CASCADED,
    /** A column that says where a row belongs, or whom it points at, changes. */
    JOIN_CHANGE,
    JOIN_TO_NULL_AND_BACK,
    ARRAY_KEY_CHANGE,
    JOIN_AND_ARRAY_KEY_CHANGE,
    OTHER_KEY_CHANGE,
    /** Another unique key changes and, in the same transaction, all that join to it follow. */
    OTHER_KEY_CHANGE_CASCADED,
    /** Two rows exchange a unique key in one transaction. */
    KEY_SWAP,
    /** The same with both rows holding one value for a moment. */
    KEY_SWAP_DEFERRED,
    DELETE_AND_REINSERT,
    DELETE_CASCADED,
    LARGE_TRANSACTION;

    /** Whether it is of the history; the others are of the nest. */
    public boolean ofHistory() {
        return compareTo(INSERT) >= 0;
    }
}
