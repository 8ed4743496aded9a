package io.tapstate.planner.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        30 2 * * *            | at 02:30
        */15 * * * *          | every 15 minutes
        0 0 1 1 *             | at 00:00 at 1 day at January month
        0  9-17  * * MON-FRI  | every hour between 9 and 17 every day between Monday and Friday
        5,35 * * * *          | at 5 and 35 minutes
        0 4 * * 7             | at 04:00 at Sunday day
        0 4 * * 0             | at 04:00 at Sunday day
        0 0 * jan *           | at 00:00 at January month
        * * * * *             | every minute
        """)
    void aCronLineIsDescribed(String text, String description) {
        Schedule.Outcome outcome = Schedule.parse(text);
        assertThat(outcome.faults()).isEmpty();
        assertThat(((Schedule.Parsed) outcome).description()).isEqualTo(description);
    }

    @Test
    void blanksAreEvenedOut() {
        assertThat(((Schedule.Parsed) Schedule.parse("  0 9-17\t* *   MON-FRI ")).text())
                .isEqualTo("0 9-17 * * MON-FRI");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        60 * * * *        | 0 | `60` is not a minute            | 0-59
        0 24 * * *        | 2 | `24` is not a hour              | 0-23
        0 0 0 * *         | 4 | `0` is not a day of month       | 1-31
        0 0 1 13 *        | 6 | `13` is not a month             | JAN-DEC
        0 0 * * MOO       | 8 | `MOO` is not a day of week      | SUN-SAT
        0 0 * * 8         | 8 | `8` is not a day of week        | SUN-SAT
        */0 * * * *       | 0 | `*/0` is not a minute           | step
        5-1 * * * *       | 0 | `5-1` is not a minute           | range
        1, * * * *        | 0 | `1,` is not a minute            | list
        * * * *           | 0 | it has 4 fields instead of five | five fields
        0 * * * * *       | 0 | no field for seconds            | five fields
        0 0 0 * * ? 2026  | 0 | no field for seconds or years   | five fields
        @daily            | 0 | `@daily` are not taken          | five fields
        hourly            | 0 | it has 1 field instead          | five fields
        ~ ~               | 0 | it is empty                     | five fields
        """)
    void aFaultNamesTheField(String text, int offset, String detail, String suggestion) {
        ExpressionFault fault = Schedule.parse(text).faults().get(0);
        assertThat(fault.code()).isEqualTo(ExpressionError.ILLEGAL_SCHEDULE);
        assertThat(fault.offset()).isEqualTo(offset);
        assertThat(fault.detail()).contains(detail);
        assertThat(fault.suggestion()).contains(suggestion);
        assertThat(fault.diagnostic(null).code()).isEqualTo("dsl.illegal-schedule");
    }

    @Test
    void allBadFieldsAreToldAtOnce() {
        assertThat(Schedule.parse("60 24 0 13 8").faults())
                .extracting(ExpressionFault::offset)
                .containsExactly(0, 3, 6, 8, 11);
    }

    @Test
    void garbageNeverThrows() {
        long seed = 20_260_133;
        Random random = new Random(seed);
        String alphabet = "0123456789*/,-? LW#@MONJAN\t\ud83d|";
        for (int i = 0; i < 5_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(20); j >= 0; j--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            try {
                assertThat(Schedule.parse(text.toString())).isNotNull();
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + text, e);
            }
        }
    }
}
