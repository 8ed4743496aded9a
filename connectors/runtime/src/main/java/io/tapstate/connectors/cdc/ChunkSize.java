package io.tapstate.connectors.cdc;

import java.util.OptionalLong;

/**
 * How many rows a snapshot chunk should have. Each chunk costs some round trips and is held in memory until its part of
 * the log is looked through, so: a sixteenth of the table, within bounds of rows and of bytes.
 */
public final class ChunkSize {
    /** Fewer rows make no sense: the round trips would cost more than the rows. */
    public static final int LEAST = 1_024;

    private static final int MOST = 50_000;
    private static final int CHUNKS_WANTED = 16;
    private static final int WHEN_UNKNOWN = 25_000;
    private static final int LEAST_OF_WIDE_ROWS = 16;

    /** As the database stores them; decoded, rows take several times as much. */
    private static final long MOST_BYTES = 16L << 20;

    /** An average over fewer rows tells more of pages than of rows. */
    private static final long ROWS_OF_AN_AVERAGE = 100;

    private ChunkSize() {}

    /**
     * @param rows in the table, by the database's statistics
     * @param width bytes per row, likewise
     */
    public static int rows(OptionalLong rows, OptionalLong width) {
        long size = rows.isPresent() ? Math.max(LEAST, Math.min(MOST, rows.getAsLong() / CHUNKS_WANTED)) : WHEN_UNKNOWN;
        if (width.isPresent() && width.getAsLong() > 0 && rows.orElse(0) >= ROWS_OF_AN_AVERAGE) {
            size = Math.min(size, Math.max(LEAST_OF_WIDE_ROWS, MOST_BYTES / width.getAsLong()));
        }
        return (int) size;
    }
}
