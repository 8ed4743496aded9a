package io.tapstate.connectors.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Wording;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ErrorWordingTest {
    private static final Pattern PLACE = Pattern.compile("\\{([a-z]+)}");

    static Stream<ErrorCode> codes() {
        return Stream.concat(Stream.of(ConnectionError.values()), Stream.of(StoreError.values()));
    }

    @ParameterizedTest
    @MethodSource("codes")
    void everyCodeIsWordedWithItsOwnParametersOnly(ErrorCode code) {
        String message = Wording.text(code, "message");
        assertThat(places(message + Wording.text(code, "fix"))).isSubsetOf(code.parameters());
        assertThat(message).doesNotEndWith(".");
        assertThat(Wording.text(code, "fix")).isNotBlank();
    }

    private static List<String> places(String text) {
        List<String> places = new ArrayList<>();
        Matcher matcher = PLACE.matcher(text);
        while (matcher.find()) {
            places.add(matcher.group(1));
        }
        return places;
    }
}
