package io.tapstate.connectors.mysql.runtime;

/**
 * Names of columns as the library has them: what stands between the backticks of a statement, so that a backtick within a
 * name is there twice. Names of tables it reads right.
 */
final class DoubledTicks {
    private DoubledTicks() {}

    /** The name as the server has it. */
    static String undone(String column) {
        return column.replace("``", "`");
    }

    /** The name as the library has it. */
    static String of(String column) {
        return column.replace("`", "``");
    }
}
