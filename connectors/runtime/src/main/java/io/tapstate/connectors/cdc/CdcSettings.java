package io.tapstate.connectors.cdc;

import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.runtime.SourceRequest;
import java.time.Duration;
import java.util.List;
import java.util.Properties;

/** What all Debezium-based sources set alike. */
public final class CdcSettings {
    /** How often a source reports a position although nothing happened, so that logs can be freed. */
    public static final Duration HEARTBEAT = Duration.ofSeconds(5);

    private static final int SMALLEST_CHUNK = 8_096;
    private static final int LARGEST_CHUNK = 50_000;
    private static final int CHUNK_WHEN_UNKNOWN = 25_000;
    private static final int CHUNKS_WANTED = 16;

    private CdcSettings() {}

    /** Debezium properties for low latency and exact values. */
    public static Properties debezium() {
        Properties properties = new Properties();
        properties.setProperty("poll.interval.ms", "10");
        properties.setProperty("max.batch.size", "8192");
        properties.setProperty("max.queue.size", "32768");
        properties.setProperty("decimal.handling.mode", "precise");
        properties.setProperty("bigint.unsigned.handling.mode", "precise");
        properties.setProperty("time.precision.mode", "adaptive_time_microseconds");
        return properties;
    }

    /**
     * Rows per snapshot chunk. Each chunk costs some round trips and is held in memory, so: a sixteenth of the largest
     * table, within bounds.
     */
    public static int chunkSize(List<SourceRequest.Table> tables) {
        long rows = 0;
        for (SourceRequest.Table table : tables) {
            rows = Math.max(rows, table.rowEstimate().orElse((long) CHUNK_WHEN_UNKNOWN * CHUNKS_WANTED));
        }
        return (int) Math.max(SMALLEST_CHUNK, Math.min(LARGEST_CHUNK, rows / CHUNKS_WANTED));
    }

    /** A regular expression that matches this text only; safe in comma-separated lists. */
    public static String literally(String name) {
        StringBuilder pattern = new StringBuilder();
        name.codePoints().forEach(c -> {
            if (c < 128 && !Character.isLetterOrDigit(c) && c != '_') {
                pattern.append('\\');
            }
            pattern.appendCodePoint(c);
        });
        return pattern.toString();
    }

    /** {@link #literally} for {@code namespace.name} of every table. */
    public static String[] literally(List<SourceRequest.Table> tables) {
        return tables.stream()
                .map(SourceRequest.Table::id)
                .map(TableId::toString)
                .map(CdcSettings::literally)
                .toArray(String[]::new);
    }
}
