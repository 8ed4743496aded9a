package io.tapstate.connectors.mysql.runtime;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.debezium.config.Configuration;
import io.debezium.relational.history.DatabaseHistoryListener;
import io.debezium.relational.history.HistoryRecordComparator;
import io.debezium.relational.history.TableChanges;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.diagnostics.TapException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class WatchedHistoryTest {
    private final String watch = UUID.randomUUID().toString();

    @Test
    void aLossThatWasFoundForbidsToSaveALaterPosition() {
        WatchedHistory history = history();
        WatchedHistory.requireNothingLost(watch);

        assertThatThrownBy(() -> record(history, "TRUNCATE TABLE orders"))
                .isInstanceOf(TapException.class)
                .hasMessageContaining("capture.table-truncated")
                .hasMessageContaining("shop.orders")
                .hasMessageContaining("binlog.000001:42");

        assertThatThrownBy(() -> WatchedHistory.requireNothingLost(watch))
                .hasMessageContaining("capture.table-truncated");
        WatchedHistory.requireNothingLost("another source");
    }

    @Test
    void aDroppedTableHasItsOwnCode() {
        WatchedHistory history = history();

        assertThatThrownBy(() -> record(history, "DROP TABLE `shop`.`odd, name`"))
                .hasMessageContaining("capture.table-dropped");
    }

    @Test
    void otherStatementsPass() {
        record(history(), "ALTER TABLE orders ADD COLUMN c INT");

        WatchedHistory.requireNothingLost(watch);
    }

    private static void record(WatchedHistory history, String statement) {
        history.record(
                Map.of("server", "shop"),
                Map.of("file", "binlog.000001", "pos", 42L),
                "shop",
                null,
                statement,
                new TableChanges());
    }

    private WatchedHistory history() {
        WatchedHistory history = new WatchedHistory();
        history.configure(
                Configuration.from(WatchedHistory.settings(
                        watch, List.of(new TableId("shop", "orders"), new TableId("shop", "odd, name")))),
                HistoryRecordComparator.INSTANCE,
                DatabaseHistoryListener.NOOP,
                true);
        return history;
    }
}
