package io.tapstate.job.cascade;

import io.tapstate.connectors.key.RowKey;
import java.util.List;

/** What {@link Cascades} remembers between changes. Keys are its own; each method is asked for one key at a time. */
public interface CascadeState {
    /** The row under a key; null when there is none. */
    byte[] row(RowKey key);

    /** @param row null to forget it */
    void put(RowKey key, byte[] row);

    /** The identities of the rows that refer to a parent. */
    List<RowKey> children(RowKey parent);

    void add(RowKey parent, RowKey child);

    void remove(RowKey parent, RowKey child);
}
