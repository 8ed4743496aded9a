package io.tapstate.job.nest;

import io.tapstate.connectors.key.RowKey;
import java.util.Map;

/**
 * The rows of one document: element path to row, ordered by the unsigned bytes of the path.
 *
 * <p><b>Contract.</b> Arrays handed out or taken are never written to. {@link #scan} reads as it is walked, so a caller
 * that stops early pays for what it saw; nothing is put or removed while a scan is open.
 */
public interface NestState {
    /** The row at a path, or null. */
    byte[] get(RowKey path);

    void put(RowKey path, byte[] row);

    /** Does nothing where the path holds nothing. */
    void remove(RowKey path);

    /** All rows in path order. */
    Iterable<Map.Entry<RowKey, byte[]>> scan();
}
