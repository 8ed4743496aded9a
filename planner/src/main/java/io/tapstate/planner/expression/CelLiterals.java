package io.tapstate.planner.expression;

import com.google.re2j.PatternSyntaxException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Texts that stand in an expression for something else: what would fail at each row is told when the plan is made. */
final class CelLiterals {
    private static final Pattern DURATION = Pattern.compile("[-+]?(0|((\\d+(\\.\\d*)?|\\.\\d+)(h|m|s|ms|us|ns))+)");

    private record Kind(int arguments, String what, String example, Consumer<String> reader) {}

    private static final Map<String, Kind> KINDS = Map.of(
            "decimal", new Kind(1, "a decimal number", "decimal(\"1.10\")", BigDecimal::new),
            "timestamp", new Kind(1, "an instant", "timestamp(\"2026-01-31T08:00:00Z\")", OffsetDateTime::parse),
            "date", new Kind(1, "a date", "date(\"2026-01-31\")", LocalDate::parse),
            "datetime",
                    new Kind(
                            1,
                            "a date and time without a zone",
                            "datetime(\"2026-01-31T08:00:00\")",
                            LocalDateTime::parse),
            "time", new Kind(1, "a time of day", "time(\"08:00:00\")", LocalTime::parse),
            "uuid", new Kind(1, "a UUID", "uuid(\"123e4567-e89b-12d3-a456-426614174000\")", java.util.UUID::fromString),
            "duration", new Kind(1, "a duration", "duration(\"1h30m\")", CelLiterals::duration),
            "matches",
                    new Kind(
                            2,
                            "a regular expression",
                            "after.code.matches(\"^[A-Z]{2}$\")",
                            com.google.re2j.Pattern::compile));

    /** @param detail what is wrong */
    record Fault(String detail, String suggestion) {}

    private CelLiterals() {}

    static Optional<Fault> judge(CelReading.Literal literal) {
        Kind kind = KINDS.get(literal.function());
        if (kind == null || kind.arguments() != literal.arguments()) {
            return Optional.empty();
        }
        try {
            kind.reader().accept(literal.text());
            return Optional.empty();
        } catch (IllegalArgumentException | DateTimeException | PatternSyntaxException e) {
            return Optional.of(new Fault(
                    "`" + literal.text() + "` is not " + kind.what(), "write it like `" + kind.example() + "`"));
        }
    }

    private static void duration(String text) {
        if (!DURATION.matcher(text).matches()) {
            throw new IllegalArgumentException(text);
        }
    }
}
