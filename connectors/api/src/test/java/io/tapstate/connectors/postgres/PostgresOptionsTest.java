package io.tapstate.connectors.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.api.ConnectionConfig;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PostgresOptionsTest {
    @Test
    void theUserMayBeSpeltEitherWayButNotBoth() {
        Map<String, String> values = new TreeMap<>(Map.of("host", "h", "database", "d", "user", "ann"));
        assertThat(PostgresOptions.from(new ConnectionConfig(values)).username())
                .isEqualTo("ann");

        values.put("username", "ann");
        assertThatThrownBy(() -> PostgresOptions.from(new ConnectionConfig(values)))
                .hasMessageContaining("dsl.config-written-twice")
                .hasMessageContaining("`username` and `user`");
    }
}
