package io.tapstate.job.transform;

import dev.cel.common.exceptions.CelInvalidArgumentException;
import dev.cel.extensions.CelExtensions;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import io.tapstate.planner.expression.CelExpression;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Binds the functions that the planner declares, by their ids, and builds the one runtime for all expressions. A decimal is
 * a {@link Decimal}, a datetime a {@link LocalDateTime}, a time a {@link LocalTime}, a uuid a {@link UUID}.
 */
final class CelLibrary {
    /** Thread-safe, as programs are. */
    static final CelRuntime RUNTIME = runtime();

    private static final long MONTHS_FROM_ZERO = 1;

    private final List<CelFunctionBinding> bindings = new ArrayList<>();

    private CelLibrary() {}

    private static CelRuntime runtime() {
        CelLibrary library = new CelLibrary();
        library.decimals();
        library.orderings();
        library.dates();
        library.wallClock();
        library.parts();
        library.unary("uuid_string", String.class, text -> ClockText.demand(text, CelLibrary::uuid, "a UUID"));
        library.unary("string_uuid", UUID.class, UUID::toString);
        library.demandComplete();
        return CelRuntimeFactory.standardCelRuntimeBuilder()
                .setOptions(CelExpression.options())
                .addLibraries(CelExtensions.strings())
                .addFunctionBindings(library.bindings)
                .build();
    }

    private void demandComplete() {
        Set<String> bound = new TreeSet<>();
        bindings.forEach(binding -> bound.add(binding.getOverloadId()));
        if (!bound.equals(CelExpression.overloads())) {
            throw new IllegalStateException("declared: " + CelExpression.overloads() + ", bound: " + bound);
        }
    }

    private void decimals() {
        unary("decimal_string", String.class, Decimal::parse);
        unary("decimal_int", Long.class, Decimal::of);
        unary("decimal_double", Double.class, Decimal::of);
        unary("decimal_decimal", Decimal.class, decimal -> decimal);
        unary("string_decimal", Decimal.class, Decimal::toString);
        unary("int_decimal", Decimal.class, Decimal::toLong);
        unary("double_decimal", Decimal.class, decimal -> decimal.value().doubleValue());
        unary("abs_decimal", Decimal.class, Decimal::absolute);
        unary("negate_decimal", Decimal.class, Decimal::negated);
        binary("round_decimal_int", Decimal.class, Long.class, Decimal::rounded);
        Map.<String, BiFunction<Decimal, Decimal, Decimal>>of(
                        "add", Decimal::plus,
                        "subtract", Decimal::minus,
                        "multiply", Decimal::times,
                        "divide", Decimal::dividedBy,
                        "modulo", Decimal::modulo)
                .forEach((word, compute) -> {
                    binary(word + "_decimal_decimal", Decimal.class, Decimal.class, compute);
                    binary(word + "_decimal_int", Decimal.class, Long.class, (a, b) -> compute.apply(a, Decimal.of(b)));
                    binary(word + "_int_decimal", Long.class, Decimal.class, (a, b) -> compute.apply(Decimal.of(a), b));
                });
    }

    private void orderings() {
        Map.<String, IntPredicate>of(
                        "less", order -> order < 0,
                        "less_equals", order -> order <= 0,
                        "greater", order -> order > 0,
                        "greater_equals", order -> order >= 0)
                .forEach((word, holds) -> {
                    binary(
                            word + "_decimal_decimal",
                            Decimal.class,
                            Decimal.class,
                            (a, b) -> holds.test(a.compareTo(b)));
                    binary(
                            word + "_decimal_int",
                            Decimal.class,
                            Long.class,
                            (a, b) -> holds.test(a.compareTo(Decimal.of(b))));
                    binary(
                            word + "_int_decimal",
                            Long.class,
                            Decimal.class,
                            (a, b) -> holds.test(Decimal.of(a).compareTo(b)));
                    binary(
                            word + "_datetime_datetime",
                            LocalDateTime.class,
                            LocalDateTime.class,
                            (a, b) -> holds.test(a.compareTo(b)));
                    binary(word + "_time_time", LocalTime.class, LocalTime.class, (a, b) -> holds.test(a.compareTo(b)));
                });
    }

    private void dates() {
        unary("date_string", String.class, text -> midnight(ClockText.demand(text, LocalDate::parse, "a date")));
        unary("date_timestamp", Instant.class, instant -> instant.truncatedTo(ChronoUnit.DAYS));
        unary("date_datetime", LocalDateTime.class, time -> midnight(time.toLocalDate()));
    }

    private void wallClock() {
        unary(
                "datetime_string",
                String.class,
                text -> ClockText.demand(text, LocalDateTime::parse, "a date and time without a zone"));
        binary(
                "datetime_timestamp_string",
                Instant.class,
                String.class,
                (instant, zone) -> within(() -> LocalDateTime.ofInstant(instant, ClockText.zone(zone))));
        binary(
                "timestamp_datetime_string",
                LocalDateTime.class,
                String.class,
                (time, zone) -> within(() -> time.atZone(ClockText.zone(zone)).toInstant()));
        unary("time_string", String.class, text -> ClockText.demand(text, LocalTime::parse, "a time of day"));
        unary("time_datetime", LocalDateTime.class, LocalDateTime::toLocalTime);
        unary("string_datetime", LocalDateTime.class, ClockText::of);
        unary("string_time", LocalTime.class, ClockText::of);
        binary(
                "add_datetime_duration",
                LocalDateTime.class,
                Duration.class,
                (time, duration) -> within(() -> time.plus(duration)));
        binary(
                "subtract_datetime_duration",
                LocalDateTime.class,
                Duration.class,
                (time, duration) -> within(() -> time.minus(duration)));
        binary(
                "subtract_datetime_datetime",
                LocalDateTime.class,
                LocalDateTime.class,
                (a, b) -> within(() -> Duration.between(b, a)));
    }

    /** Numbered as CEL numbers the parts of a timestamp. */
    private void parts() {
        part("getFullYear_datetime", LocalDateTime.class, LocalDateTime::getYear);
        part("getMonth_datetime", LocalDateTime.class, time -> time.getMonthValue() - MONTHS_FROM_ZERO);
        part("getDate_datetime", LocalDateTime.class, LocalDateTime::getDayOfMonth);
        part("getDayOfMonth_datetime", LocalDateTime.class, time -> time.getDayOfMonth() - 1);
        part(
                "getDayOfWeek_datetime",
                LocalDateTime.class,
                time -> time.getDayOfWeek().getValue() % 7);
        part("getDayOfYear_datetime", LocalDateTime.class, time -> time.getDayOfYear() - 1);
        part("getHours_datetime", LocalDateTime.class, LocalDateTime::getHour);
        part("getMinutes_datetime", LocalDateTime.class, LocalDateTime::getMinute);
        part("getSeconds_datetime", LocalDateTime.class, LocalDateTime::getSecond);
        part("getMilliseconds_datetime", LocalDateTime.class, time -> time.getNano() / 1_000_000);
        part("getHours_time", LocalTime.class, LocalTime::getHour);
        part("getMinutes_time", LocalTime.class, LocalTime::getMinute);
        part("getSeconds_time", LocalTime.class, LocalTime::getSecond);
        part("getMilliseconds_time", LocalTime.class, time -> time.getNano() / 1_000_000);
    }

    private <T> void part(String id, Class<T> type, ToLongFunction<T> part) {
        unary(id, type, part::applyAsLong);
    }

    private <T> void unary(String id, Class<T> type, Function<T, ?> function) {
        bindings.add(CelFunctionBinding.from("tap_" + id, type, function::apply));
    }

    private <A, B> void binary(String id, Class<A> first, Class<B> second, BiFunction<A, B, ?> function) {
        bindings.add(CelFunctionBinding.from("tap_" + id, first, second, function::apply));
    }

    private static Instant midnight(LocalDate date) {
        return within(() -> date.atStartOfDay(ZoneOffset.UTC).toInstant());
    }

    private static <T> T within(Supplier<T> computation) {
        try {
            return computation.get();
        } catch (DateTimeException | ArithmeticException e) {
            throw new CelInvalidArgumentException(new Unusable("a time is beyond what can be computed with"));
        }
    }

    // Java also takes shorter groups of digits.
    private static UUID uuid(String text) {
        if (text.length() != 36) {
            throw new IllegalArgumentException();
        }
        return UUID.fromString(text);
    }
}
