package io.tapstate.connectors.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.mysql.MySqlOptions;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SourceChecksTest {
    @Test
    void aServerOlderThanAnyThatIsTestedIsAWarning() {
        MySqlOptions options = new MySqlOptions("h", 3306, "d", "u", "");
        try (MySqlChecks checks = MySqlChecks.of(options, TableSelection.ALL, true)) {
            Checklist.Finding old = checks.version("MySQL", "5.7.44-log", "8.0");
            assertThat(old.message()).isEqualTo("MySQL 5.7.44-log");
            assertThat(old.warnings()).singleElement().satisfies(warning -> {
                assertThat(warning.code()).isEqualTo("connection.server-old");
                assertThat(warning.message()).contains("5.7.44-log", "8.0 and later");
            });
            assertThat(checks.version("MySQL", "8.0.40", "8.0").warnings()).isEmpty();
        }
    }

    @Test
    void manyNamesAreCutShort() {
        assertThat(SourceChecks.listed(List.of("a", "b"))).isEqualTo("`a`, `b`");
        assertThat(SourceChecks.listed(List.of("a", "b", "c", "d", "e", "f", "g")))
                .isEqualTo("`a`, `b`, `c`, `d`, `e` and 2 more");
    }

    @Test
    void namesAndPatternsSelectAndNeitherSelectsAll() {
        assertThat(TableSelection.ALL.selects("anything")).isTrue();
        TableSelection some = new TableSelection(List.of("orders"), List.of(Pattern.compile("item.*")));
        assertThat(some.selects("orders")).isTrue();
        assertThat(some.selects("items")).isTrue();
        assertThat(some.selects("old_items")).as("the whole name").isFalse();
    }
}
