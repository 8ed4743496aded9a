package io.tapstate.connectors.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerVersionTest {
    @ParameterizedTest
    @CsvSource({
        "5.7.44-log, 8.0, true",
        "8.0.40, 8.0, false",
        "10.4.34-MariaDB, 10.5, true",
        "10.11.8-MariaDB-log, 10.5, false",
        "11, 12, true",
        "12.1, 12, false",
        "17devel, 12, false",
        "unknown, 12, false",
        "99999999999999, 12, false"
    })
    void versionsAreComparedByTheirFirstTwoNumbers(String version, String least, boolean before) {
        assertThat(ServerVersion.isBefore(version, least)).isEqualTo(before);
    }
}
