package org.apache.flink.cdc.connectors.mysql.debezium.task;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import io.debezium.connector.mysql.MySqlConnectorConfig;
import java.util.List;
import java.util.Map;
import org.apache.flink.cdc.connectors.mysql.debezium.DebeziumUtils;
import org.apache.flink.cdc.connectors.mysql.debezium.task.context.MySqlTaskContextImpl;
import org.apache.flink.cdc.connectors.mysql.debezium.task.context.StatefulTaskContext;
import org.apache.flink.cdc.connectors.mysql.source.config.MySqlSourceConfig;
import org.apache.flink.cdc.connectors.mysql.source.config.MySqlSourceConfigFactory;
import org.apache.flink.cdc.connectors.mysql.source.offset.BinlogOffset;
import org.apache.flink.cdc.connectors.mysql.source.split.MySqlBinlogSplit;
import org.junit.jupiter.api.Test;

class MySqlBinlogSplitReadTaskTest {
    private static final BinlogOffset START = BinlogOffset.ofBinlogFilePosition("binlog.000001", 4);
    private static final BinlogOffset LATER = BinlogOffset.ofBinlogFilePosition("binlog.000001", 400);

    @Test
    void aChunksPieceOfTheLogKeepsNoConnectionAlive() {
        assertThat(clientFor(LATER).isKeepAlive()).isFalse();
    }

    @Test
    void theLogThatIsFollowedKeepsItsConnectionAlive() {
        assertThat(clientFor(BinlogOffset.ofNonStopping()).isKeepAlive()).isTrue();
    }

    @Test
    void theLogIsFollowedWithTheSameClientAfterAChunk() {
        BinaryLogClient client = clientFor(LATER);

        assertThat(clientFor(BinlogOffset.ofNonStopping(), client).isKeepAlive())
                .isTrue();
    }

    private static BinaryLogClient clientFor(BinlogOffset end) {
        return clientFor(end, DebeziumUtils.createBinaryClient(config().getDbzConfiguration()));
    }

    // What only a running reader has, is not there.
    private static BinaryLogClient clientFor(BinlogOffset end, BinaryLogClient client) {
        MySqlConnectorConfig config = config().getMySqlConnectorConfig();
        new MySqlBinlogSplitReadTask(
                config,
                null,
                null,
                null,
                null,
                StatefulTaskContext.getClock(),
                new MySqlTaskContextImpl(config, DebeziumUtils.createMySqlDatabaseSchema(config, true), client),
                null,
                new MySqlBinlogSplit("keyed:0", START, end, List.of(), Map.of(), 0),
                event -> true);
        return client;
    }

    private static MySqlSourceConfig config() {
        return new MySqlSourceConfigFactory()
                .hostname("127.0.0.1")
                .port(3306)
                .username("reader")
                .password("secret")
                .databaseList("shop")
                .tableList("shop.orders")
                .createConfig(0);
    }
}
