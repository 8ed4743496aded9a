package io.tapstate.job.translate;

import io.tapstate.connectors.api.ForeignKey;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.runtime.RowChangeTypeInfo;
import io.tapstate.connectors.runtime.RowKeyTypeInfo;
import io.tapstate.job.cascade.Cascades;
import io.tapstate.job.operator.AddCascadesOperator;
import io.tapstate.planner.plan.ReadTablesStep;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.DataStream;

/** Adds to the changes of a source what foreign keys do without a trace in its log. */
final class CascadeWiring {
    private static final KeySelector<RowChange, RowKey> ALL = change -> new RowKey(new byte[0]);
    private static final KeySelector<RowChange, RowKey> BY_ROW = RowChange::key;

    private CascadeWiring() {}

    /**
     * The tables of foreign keys that count. Their changes are wanted from the moment on at which reading begins: a parent
     * that went before it was read took children along that had been read.
     */
    static Set<TableId> tables(ReadTablesStep step) {
        Set<TableId> tables = new TreeSet<>();
        for (ReadTablesStep.Table table : step.tables()) {
            for (ForeignKey key : table.cascades()) {
                tables.add(table.table());
                tables.add(key.parent());
            }
        }
        return tables;
    }

    /** The changes as they are where no table asks for more. Changes of one row stay in order. */
    static DataStream<RowChange> complete(ReadTablesStep step, DataStream<RowChange> changes) {
        Cascades cascades = new Cascades();
        boolean any = false;
        for (ReadTablesStep.Table table : step.tables()) {
            if (!table.cascades().isEmpty()) {
                cascades.add(new Cascades.Child(table.table(), table.key()), table.cascades());
                any = true;
            }
        }
        return any
                ? changes.keyBy(ALL, RowKeyTypeInfo.INSTANCE)
                        .transform(
                                "follow foreign keys of " + step.source(),
                                RowChangeTypeInfo.INSTANCE,
                                operator(cascades))
                        .uid(step.id() + "/cascades")
                        .setParallelism(1)
                        .keyBy(BY_ROW, RowKeyTypeInfo.INSTANCE)
                : changes;
    }

    private static AddCascadesOperator operator(Cascades cascades) {
        return new AddCascadesOperator(cascades);
    }
}
