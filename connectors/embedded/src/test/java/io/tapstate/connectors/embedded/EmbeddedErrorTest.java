package io.tapstate.connectors.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.diagnostics.Wording;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EmbeddedErrorTest {
    private static final Pattern PLACE = Pattern.compile("\\{(\\w+)}");

    @ParameterizedTest
    @EnumSource(EmbeddedError.class)
    void itsWordingUsesExactlyItsParameters(EmbeddedError error) {
        List<String> used = new ArrayList<>();
        Matcher places = PLACE.matcher(Wording.text(error, "message") + Wording.text(error, "fix"));
        while (places.find()) {
            used.add(places.group(1));
        }
        assertThat(used).containsAll(error.parameters());
        assertThat(error.parameters()).containsAll(used);
        assertThat(error.code()).startsWith("embedded.");
    }
}
