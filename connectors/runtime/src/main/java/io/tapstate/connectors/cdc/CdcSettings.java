package io.tapstate.connectors.cdc;

import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.runtime.SourceRequest;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;

/** What all Debezium-based sources set alike. */
public final class CdcSettings {
    /** How often a source reports a position although nothing happened, so that logs can be freed. */
    public static final Duration HEARTBEAT = Duration.ofSeconds(5);

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

    /** The key columns of every table, for {@code message.key.columns}. */
    public static String keys(List<SourceRequest.Table> tables) {
        return tables.stream()
                .map(table -> byCode(table.id().toString()) + ":"
                        + table.key().stream().map(CdcSettings::byCode).collect(Collectors.joining(",")))
                .collect(Collectors.joining(";"));
    }

    // As literally, but free of every character that separates something in that setting.
    private static String byCode(String name) {
        StringBuilder pattern = new StringBuilder();
        name.codePoints().forEach(c -> {
            if (Character.isLetterOrDigit(c) || c == '_') {
                pattern.appendCodePoint(c);
            } else {
                pattern.append(String.format("\\x{%x}", c));
            }
        });
        return pattern.toString();
    }
}
