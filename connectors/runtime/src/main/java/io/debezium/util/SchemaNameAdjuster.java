package io.debezium.util;

/**
 * Leaves names as they are, in place of the library's interface of this name: that one makes them what Avro allows, which
 * nothing here needs, and fails where two tables come to the same name by that. It also looked key columns up under such
 * names, which rows do not have. There is no setting to keep it from doing so.
 */
public interface SchemaNameAdjuster {
    SchemaNameAdjuster NO_OP = name -> name;

    String adjust(String name);

    static SchemaNameAdjuster create() {
        return NO_OP;
    }
}
