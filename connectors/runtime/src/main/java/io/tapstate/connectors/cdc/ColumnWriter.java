package io.tapstate.connectors.cdc;

/** Writes one column's non-null values, whose Connect type was settled when the writer was chosen. */
@FunctionalInterface
public interface ColumnWriter {
    /** @throws NotRepresentable when BSON has no exact form of the value */
    void write(RowBytes row, byte[] name, Object value);

    /** Says that a value has no exact form; whoever knows the column makes it a coded fault. Never names the value. */
    final class NotRepresentable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public NotRepresentable(Throwable cause) {
            super("not representable", cause, false, false);
        }
    }
}
