package io.tapstate.job.transform;

import dev.cel.common.exceptions.CelInvalidArgumentException;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Times of the wall clock as rows hold them: six fraction digits, or none when the fraction is zero. */
final class ClockText {
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT);
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSS", Locale.ROOT);

    private ClockText() {}

    static String of(LocalTime time) {
        return (time.getNano() / 1000 == 0 ? SECONDS : MICROS).format(time);
    }

    static String of(LocalDateTime time) {
        if (time.getYear() < 0 || time.getYear() > 9999) {
            throw new Unusable("a datetime is beyond the years 0 to 9999");
        }
        return DATE.format(time) + "T" + of(time.toLocalTime());
    }

    /** Empty for what is no time of day, such as MySQL's times beyond 24 hours. */
    static Optional<LocalTime> time(String text) {
        return parsed(text, LocalTime::parse);
    }

    static Optional<LocalDateTime> dateTime(String text) {
        return parsed(text, LocalDateTime::parse);
    }

    /** @param what the text should have been */
    static <T> T demand(String text, Function<String, T> reader, String what) {
        return parsed(text, reader)
                .orElseThrow(() -> new CelInvalidArgumentException(new Unusable("a text is not " + what)));
    }

    /** As CEL names zones: {@code Europe/Berlin}, {@code +02:00}, {@code 02:00}. */
    static ZoneId zone(String name) {
        return demand(
                !name.isEmpty() && Character.isDigit(name.charAt(0)) ? "+" + name : name, ZoneId::of, "a time zone");
    }

    private static <T> Optional<T> parsed(String text, Function<String, T> reader) {
        try {
            return Optional.of(reader.apply(text));
        } catch (DateTimeException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
