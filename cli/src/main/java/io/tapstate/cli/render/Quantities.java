package io.tapstate.cli.render;

import java.time.Duration;
import java.util.Locale;

/** Times and sizes as people read them: {@code 83 ms}, {@code 4.2 s}, {@code 3 min 05 s}, {@code 1.3 MB}. */
public final class Quantities {
    private Quantities() {}

    public static String time(Duration duration) {
        long millis = duration.toMillis();
        if (millis < 1000) {
            return millis + " ms";
        }
        if (millis < 60_000) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
        }
        long minutes = duration.toMinutes();
        if (minutes < 60) {
            return String.format(Locale.ROOT, "%d min %02d s", minutes, duration.toSecondsPart());
        }
        return duration.toHours() < 48
                ? duration.toHours() + " h " + duration.toMinutesPart() + " min"
                : duration.toDays() + " d " + duration.toHoursPart() + " h";
    }

    /** {@code 1 fault}, {@code 2 faults}. */
    public static String count(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }

    /** Bytes: {@code 812 B}, {@code 4.2 kB}, {@code 1.3 MB}. */
    public static String bytes(long bytes) {
        if (bytes < 1000) {
            return bytes + " B";
        }
        String[] units = {"kB", "MB", "GB", "TB"};
        double value = bytes;
        int unit = -1;
        while (value >= 1000 && unit < units.length - 1) {
            value /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", value, units[unit]);
    }
}
