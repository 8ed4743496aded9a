package io.tapstate.connectors.api;

/** What happened to a row, or to the columns of its table. The letters are the ones authors see as {@code op}. */
public enum ChangeKind {
    /** The row as a snapshot found it. */
    READ("r"),
    INSERT("i"),
    UPDATE("u"),
    DELETE("d"),
    /** No row: the columns of the table changed, see {@link RowChange}. */
    DDL("ddl");

    private final String letter;

    ChangeKind(String letter) {
        this.letter = letter;
    }

    public String letter() {
        return letter;
    }
}
