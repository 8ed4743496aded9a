package io.tapstate.planner.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StartFromTest {
    private static StartFrom parsed(String text) {
        StartFrom.Outcome outcome = StartFrom.parse(text);
        assertThat(outcome.faults()).isEmpty();
        return ((StartFrom.Parsed) outcome).value();
    }

    @Test
    void theTwoWordsAreTaken() {
        assertThat(parsed("earliest")).isEqualTo(new StartFrom.Earliest());
        assertThat(parsed("latest")).isEqualTo(new StartFrom.Latest());
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-31T08:00:00Z, 2026-01-31T08:00:00Z",
        "2026-01-31T08:00:00.123456Z, 2026-01-31T08:00:00.123456Z",
        "2026-01-31T08:00Z, 2026-01-31T08:00:00Z",
        "2026-01-31T08:00:00+02:00, 2026-01-31T06:00:00Z",
        "1969-12-31T23:59:59-00:30, 1970-01-01T00:29:59Z"
    })
    void anInstantIsTakenWithAnyOffset(String text, String instant) {
        assertThat(parsed(text)).isEqualTo(new StartFrom.At(Instant.parse(instant)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "Latest",
                "latest ",
                "now",
                "2026-01-31",
                "2026-01-31T08:00:00",
                "2026-02-30T08:00:00Z",
                "1769846400",
                "2026-01-31 08:00:00Z",
                "2026-01-31T08:00:00 Europe/Berlin",
                "2026-01-31T25:00:00Z",
                "+999999999-12-31T23:59:59-18:00x"
            })
    void anythingElseIsRefusedWithAnExample(String text) {
        ExpressionFault fault = StartFrom.parse(text).faults().get(0);
        assertThat(fault.diagnostic(null).code()).isEqualTo("capture.start-from-unparsable");
        assertThat(fault.diagnostic(null).message()).contains("`" + text + "`");
        assertThat(fault.diagnostic(null).fix()).contains("earliest").contains("2026-01-31T08:00:00Z");
    }
}
