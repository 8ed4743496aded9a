package io.tapstate.connectors.mysql.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.debezium.config.Configuration;
import io.debezium.connector.mysql.MySqlConnectorConfig;
import org.apache.flink.cdc.connectors.mysql.source.config.MySqlSourceConfigFactory;
import org.junit.jupiter.api.Test;

class ChunkConfigsTest {
    private final Configuration settings = new ChunkConfigs(new MySqlSourceConfigFactory()
                    .hostname("127.0.0.1")
                    .port(3306)
                    .username("reader")
                    .password("secret")
                    .databaseList("shop")
                    .tableList("shop.orders"))
            .createConfig(0)
            .getDbzConfiguration();

    @Test
    void theLogThatIsFollowedKeepsItsConnectionAlive() {
        assertThat(new MySqlConnectorConfig(settings).getConfig().getBoolean(MySqlConnectorConfig.KEEP_ALIVE))
                .isTrue();
    }

    @Test
    void aChunksPartOfTheLogKeepsNoConnectionAlive() {
        assertThat(ofChunk("shop.orders").getBoolean(MySqlConnectorConfig.KEEP_ALIVE))
                .isFalse();
    }

    @Test
    void aChunksTableIsMatchedByItsNameOnly() {
        String pattern = ofChunk("shop.^x{1,2}$").getString(MySqlConnectorConfig.TABLE_INCLUDE_LIST);

        assertThat("shop.^x{1,2}$").matches(pattern);
        assertThat("shop.xx").doesNotMatch(pattern);
    }

    @Test
    void otherCopiesAreAsTheyAre() {
        Configuration copy = settings.edit().with("heartbeat.interval.ms", 0).build();

        assertThat(copy.getBoolean(MySqlConnectorConfig.KEEP_ALIVE)).isTrue();
        assertThat(copy.getInteger("heartbeat.interval.ms")).isZero();
        assertThat(copy.keys()).containsAll(settings.keys());
    }

    // As the library's reader of a chunk does it.
    private Configuration ofChunk(String table) {
        return settings.edit().with("table.include.list", table).build();
    }
}
