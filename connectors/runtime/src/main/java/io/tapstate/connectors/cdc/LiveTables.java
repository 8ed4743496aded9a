package io.tapstate.connectors.cdc;

import io.tapstate.connectors.api.TableId;
import java.io.Serializable;
import java.util.TreeMap;

/**
 * What the catalogue says of some tables now.
 *
 * @param tables a table that is not there is missing
 * @param since position of the log before the catalogue was read
 * @param position of the log after the catalogue was read: every row behind it has these shapes, or later ones
 */
public record LiveTables(TreeMap<TableId, Live> tables, long since, long position) implements Serializable {
    private static final long serialVersionUID = 1L;

    /**
     * One table.
     *
     * @param filled a BSON document: by a column's number, what rows show that are older than the column. Columns are
     *     missing of which only the database knows.
     */
    public record Live(TableShape shape, byte[] filled) implements Serializable {
        private static final long serialVersionUID = 1L;
    }
}
