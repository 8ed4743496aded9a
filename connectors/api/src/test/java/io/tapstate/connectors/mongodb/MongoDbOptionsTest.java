package io.tapstate.connectors.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.api.ConnectionConfig;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MongoDbOptionsTest {
    @Test
    void aUriIsTakenAsItStands() {
        assertThat(options(Map.of("uri", "mongodb://u:p@h:1/d?tls=true")).uri())
                .isEqualTo("mongodb://u:p@h:1/d?tls=true");
    }

    @Test
    void partsBecomeAUri() {
        assertThat(options(Map.of("isUri", "false", "host", "a:1,b:2", "database", "shop"))
                        .uri())
                .isEqualTo("mongodb://a:1,b:2/shop");
        assertThat(options(Map.of(
                                "isUri",
                                "false",
                                "host",
                                "h",
                                "database",
                                "my shop",
                                "user",
                                "ann@home",
                                "password",
                                "p/w:1",
                                "additionalString",
                                "replicaSet=rs0"))
                        .uri())
                .isEqualTo("mongodb://ann%40home:p%2Fw%3A1@h/my%20shop?authSource=admin&replicaSet=rs0");
    }

    @Test
    void theAuthorMaySayWhereUsersAreKept() {
        assertThat(options(Map.of(
                                "isUri",
                                "false",
                                "host",
                                "h",
                                "database",
                                "d",
                                "user",
                                "u",
                                "additionalString",
                                "authSource=other"))
                        .uri())
                .isEqualTo("mongodb://u@h/d?authSource=other");
    }

    @Test
    void whatIsMissingOrMistypedIsCoded() {
        assertThatThrownBy(() -> options(Map.of()))
                .hasMessageContaining("dsl.config-required")
                .hasMessageContaining("`uri`");
        assertThatThrownBy(() -> options(Map.of("isUri", "false", "host", "h")))
                .hasMessageContaining("dsl.config-required")
                .hasMessageContaining("`database`");
        assertThatThrownBy(() -> options(Map.of("isUri", "maybe")))
                .hasMessageContaining("dsl.config-type-mismatch")
                .hasMessageContaining("true or false");
    }

    @Test
    void theUriIsNeverPrinted() {
        assertThat(options(Map.of("uri", "mongodb://u:secret@h/d"))).hasToString("mongodb");
    }

    private static MongoDbOptions options(Map<String, String> values) {
        return MongoDbOptions.from(new ConnectionConfig(values));
    }
}
