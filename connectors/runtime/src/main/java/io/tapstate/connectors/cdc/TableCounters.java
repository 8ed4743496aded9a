package io.tapstate.connectors.cdc;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.runtime.SourceMetrics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/** The per-table counters of {@link SourceMetrics}. */
final class TableCounters {
    private final MetricGroup group;
    private final Map<TableId, Counters> byTable = new HashMap<>();
    private TableId latestTable;
    private Counters latest;

    TableCounters(MetricGroup group, List<TableId> tables) {
        this.group = group.addGroup("tapstate");
        tables.forEach(table -> byTable.put(table, register(table)));
    }

    MetricGroup group() {
        return group;
    }

    void count(RowChange change) {
        // The decoder hands out one object per table, and rows of a table come in runs.
        if (change.table() != latestTable) {
            latestTable = change.table();
            latest = byTable.computeIfAbsent(latestTable, this::register);
        }
        (change.kind() == ChangeKind.READ ? latest.snapshotRows() : latest.changes()).inc();
    }

    private Counters register(TableId table) {
        MetricGroup ofTable =
                group.addGroup("table").addGroup(table.namespace()).addGroup(table.name());
        return new Counters(ofTable.counter(SourceMetrics.SNAPSHOT_ROWS), ofTable.counter(SourceMetrics.CHANGES));
    }

    private record Counters(Counter snapshotRows, Counter changes) {}
}
