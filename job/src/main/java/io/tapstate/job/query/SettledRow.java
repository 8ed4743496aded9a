package io.tapstate.job.query;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What one key of a query's output is while rows are put in and taken out, in any order.
 *
 * <p>A changed row comes as one row put in and one taken out. They may come from two subtasks, which compute two places
 * of the old and the new row, and so in either order; in between a key has two rows, or none. Counting rows by content
 * comes out right in the end, whatever the order; until then the row put in last stands.
 *
 * <p>Plain Java. Mutable; its state is bytes: readers' row and, only while that is not all there is, the rows counted.
 */
public final class SettledRow {
    private static final int NONE = -1;

    private final List<Counted> rows = new ArrayList<>();
    private byte[] sent;
    private long timer;

    private static final class Counted {
        final byte[] row;
        int count;

        Counted(byte[] row, int count) {
            this.row = row;
            this.count = count;
        }
    }

    private SettledRow() {}

    /** @param state as {@link #state} gave it; null at first */
    public static SettledRow of(byte[] state) {
        SettledRow settled = new SettledRow();
        if (state != null) {
            settled.read(ByteBuffer.wrap(state));
        }
        return settled;
    }

    public void putIn(byte[] row) {
        Counted counted = take(row);
        counted.count++;
        if (counted.count != 0) {
            rows.add(counted);
        }
    }

    public void takeOut(byte[] row) {
        int place = place(row);
        Counted counted = place < 0 ? new Counted(row, 0) : rows.get(place);
        counted.count--;
        if (counted.count == 0) {
            rows.remove(place);
        } else if (place < 0) {
            rows.add(0, counted);
        }
    }

    /** The row as it is now; empty when there is none. */
    public Optional<byte[]> row() {
        for (int i = rows.size() - 1; i >= 0; i--) {
            if (rows.get(i).count > 0) {
                return Optional.of(rows.get(i).row);
            }
        }
        return Optional.empty();
    }

    /** The row that readers have. */
    public Optional<byte[]> sent() {
        return Optional.ofNullable(sent);
    }

    /** @param row what was sent; null after a delete */
    public void sent(byte[] row) {
        sent = row;
    }

    /** When a wait ends, in epoch milliseconds; 0 when none is on. */
    public long timer() {
        return timer;
    }

    public void timer(long time) {
        timer = time;
    }

    /** What to keep; null for nothing. */
    public byte[] state() {
        if (rows.isEmpty() && sent == null && timer == 0) {
            return null;
        }
        boolean plain =
                sent != null && rows.size() == 1 && rows.get(0).count == 1 && Arrays.equals(rows.get(0).row, sent);
        int size = Long.BYTES + Integer.BYTES + (sent == null ? 0 : sent.length) + Integer.BYTES;
        for (Counted counted : rows) {
            size += plain ? 0 : 2 * Integer.BYTES + counted.row.length;
        }
        ByteBuffer out = ByteBuffer.allocate(size).putLong(timer).putInt(sent == null ? NONE : sent.length);
        if (sent != null) {
            out.put(sent);
        }
        out.putInt(plain ? NONE : rows.size());
        if (!plain) {
            rows.forEach(counted ->
                    out.putInt(counted.count).putInt(counted.row.length).put(counted.row));
        }
        return out.array();
    }

    private void read(ByteBuffer in) {
        timer = in.getLong();
        int length = in.getInt();
        sent = length == NONE ? null : bytes(in, length);
        int size = in.getInt();
        if (size == NONE) {
            rows.add(new Counted(sent, 1));
        }
        for (int i = 0; i < size; i++) {
            int count = in.getInt();
            rows.add(new Counted(bytes(in, in.getInt()), count));
        }
    }

    private static byte[] bytes(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private Counted take(byte[] row) {
        int place = place(row);
        return place < 0 ? new Counted(row, 0) : rows.remove(place);
    }

    private int place(byte[] row) {
        for (int i = 0; i < rows.size(); i++) {
            if (Arrays.equals(rows.get(i).row, row)) {
                return i;
            }
        }
        return -1;
    }
}
