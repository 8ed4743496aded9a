package io.tapstate.connectors.mysql.runtime;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.debezium.config.Configuration;
import io.debezium.relational.Column;
import io.debezium.relational.Table;
import io.debezium.relational.history.DatabaseHistoryListener;
import io.debezium.relational.history.HistoryRecordComparator;
import io.debezium.relational.history.TableChanges;
import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.DdlPolicy;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.cdc.ColumnWatch;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.runtime.SourceRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WatchedHistoryTest {
    private static final TableId ORDERS = new TableId("shop", "orders");

    @Test
    void aLossThatWasFoundForbidsToSaveALaterPosition() {
        ColumnWatch watch = watch(DdlPolicy.FAIL);
        WatchedHistory history = history(watch);
        WatchedHistory.requireNothingLost(watch.name());

        assertThatThrownBy(() -> record(history, "TRUNCATE TABLE orders"))
                .isInstanceOf(TapException.class)
                .hasMessageContaining("capture.table-truncated")
                .hasMessageContaining("shop.orders")
                .hasMessageContaining("binlog.000001:42");

        assertThatThrownBy(() -> WatchedHistory.requireNothingLost(watch.name()))
                .hasMessageContaining("capture.table-truncated");
        WatchedHistory.requireNothingLost("another source");
    }

    @Test
    void aDroppedTableHasItsOwnCode() {
        assertThatThrownBy(() -> record(history(watch(DdlPolicy.FAIL)), "DROP TABLE `shop`.`odd, name`"))
                .hasMessageContaining("capture.table-dropped");
    }

    @Test
    void anAddedColumnForbidsToSaveALaterPosition() {
        ColumnWatch watch = watch(DdlPolicy.FAIL);

        assertThatThrownBy(() -> record(history(watch), "ALTER TABLE orders ADD COLUMN note INT"))
                .hasMessageContaining("capture.table-altered")
                .hasMessageContaining("column note added")
                .hasMessageContaining("binlog.000001:42");

        assertThatThrownBy(() -> WatchedHistory.requireNothingLost(watch.name()))
                .hasMessageContaining("capture.table-altered");
    }

    // The library may know the later columns from the start, and then sees no difference.
    @Test
    void aColumnThatSeemsToHaveBeenThereIsAddedAllTheSame() {
        WatchedHistory history = history(watch(DdlPolicy.FAIL));
        record(history, "ALTER TABLE orders COMMENT 'x'", column("id", "INT", 0), column("note", "INT", 0));

        assertThatThrownBy(() -> record(
                        history,
                        "ALTER TABLE orders ADD COLUMN note INT",
                        column("id", "INT", 0),
                        column("note", "INT", 0)))
                .hasMessageContaining("column note added");
    }

    @Test
    void aTypeIsComparedWithTheOneBefore() {
        WatchedHistory history = history(watch(DdlPolicy.FAIL));
        record(history, "ALTER TABLE orders COMMENT 'x'", column("id", "INT", 11), column("note", "VARCHAR", 10));
        String statement = "ALTER TABLE orders MODIFY id INT NOT NULL";
        record(history, statement, column("id", "INT", 0), column("note", "VARCHAR", 10));

        assertThatThrownBy(() -> record(
                        history,
                        "ALTER TABLE orders MODIFY note VARCHAR(20)",
                        column("id", "INT", 0),
                        column("note", "VARCHAR", 20)))
                .hasMessageContaining("column note changed from varchar(10) to varchar(20)");
    }

    @Test
    void columnsInAnotherOrderAreAnotherTable() {
        WatchedHistory history = history(watch(DdlPolicy.FAIL));
        record(history, "ALTER TABLE orders COMMENT 'x'", column("id", "INT", 0), column("note", "INT", 0));

        assertThatThrownBy(() -> record(
                        history,
                        "ALTER TABLE orders MODIFY note INT FIRST",
                        column("note", "INT", 0),
                        column("id", "INT", 0)))
                .hasMessageContaining("columns reordered");
    }

    @Test
    void whereColumnsAreIgnoredTheyPass() {
        ColumnWatch watch = watch(DdlPolicy.IGNORE);
        record(history(watch), "ALTER TABLE orders ADD COLUMN note INT", column("note", "INT", 0));

        WatchedHistory.requireNothingLost(watch.name());
    }

    @Test
    void aTypeWithOtherValuesIsNotFollowed() {
        WatchedHistory history = history(watch(DdlPolicy.APPLY));
        record(history, "ALTER TABLE orders COMMENT 'x'", column("id", "INT", 0), column("note", "VARCHAR", 10));
        String wider = "ALTER TABLE orders MODIFY id BIGINT, MODIFY note VARCHAR(20)";
        record(history, wider, column("id", "BIGINT", 0), column("note", "VARCHAR", 20));

        assertThatThrownBy(() -> record(
                        history,
                        "ALTER TABLE orders MODIFY note VARCHAR(5)",
                        column("id", "BIGINT", 0),
                        column("note", "VARCHAR", 5)))
                .hasMessageContaining("column note changed from varchar(20) to varchar(5)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE others ADD COLUMN note INT",
                "ALTER TABLE archive.orders ADD COLUMN note INT",
                "ALTER TABLE orders ADD INDEX (customer), ADD UNIQUE KEY k (a, b), DROP INDEX other",
                "ALTER TABLE orders ADD CONSTRAINT c CHECK (id > 0), ADD FOREIGN KEY (a) REFERENCES b (id)",
                "ALTER TABLE orders ALTER COLUMN customer SET DEFAULT 'none, ADD COLUMN x INT'",
                "ALTER TABLE orders COMMENT 'ADD COLUMN x INT', ENGINE=InnoDB",
                "ALTER TABLE orders ADD PRIMARY KEY (id), RENAME INDEX a TO b",
                "ALTER TABLE orders ADD PARTITION (PARTITION p VALUES LESS THAN (10))",
                "CREATE INDEX i ON orders (customer)",
                "DROP INDEX i ON orders",
                "ANALYZE TABLE orders",
                "CREATE TABLE copy LIKE orders",
                "RENAME TABLE other TO another"
            })
    void whatChangesNoColumnPasses(String statement) {
        ColumnWatch watch = watch(DdlPolicy.FAIL);
        record(history(watch), statement);

        WatchedHistory.requireNothingLost(watch.name());
    }

    private static void record(WatchedHistory history, String statement, Column... columns) {
        TableChanges changes = new TableChanges();
        if (columns.length > 0) {
            changes.alter(Table.editor()
                    .tableId(new io.debezium.relational.TableId("shop", null, "orders"))
                    .addColumns(Arrays.asList(columns))
                    .create());
        }
        history.record(
                Map.of("server", "shop"),
                Map.of("file", "binlog.000001", "pos", 42L),
                "shop",
                null,
                statement,
                changes);
    }

    private static Column column(String name, String type, int length) {
        var editor = Column.editor().name(name).type(type);
        return (length > 0 ? editor.length(length) : editor).create();
    }

    private static ColumnWatch watch(DdlPolicy policy) {
        return new ColumnWatch(List.of(
                new SourceRequest.Table(ORDERS, List.of("id"), BeforeImage.FULL, OptionalLong.empty(), policy)));
    }

    private static WatchedHistory history(ColumnWatch watch) {
        WatchedHistory history = new WatchedHistory();
        history.configure(
                Configuration.from(WatchedHistory.settings(watch, List.of(ORDERS, new TableId("shop", "odd, name")))),
                HistoryRecordComparator.INSTANCE,
                DatabaseHistoryListener.NOOP,
                true);
        return history;
    }
}
