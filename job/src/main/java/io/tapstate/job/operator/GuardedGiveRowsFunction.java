package io.tapstate.job.operator;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.runtime.FaultyRecord;
import io.tapstate.connectors.runtime.RecordFaultHandler;
import io.tapstate.connectors.runtime.RecordFaults;
import io.tapstate.job.query.OutputRows;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;

/**
 * As {@link GiveRowsFunction}, leaving out the rows that no document can hold. Such a row is not in the result: it was
 * never put in, so when the query takes it out, only its letter is superseded. It cannot be tried again, because the query
 * goes on meanwhile.
 */
public final class GuardedGiveRowsFunction extends RichFlatMapFunction<Row, RowChange> implements CheckpointedFunction {
    private static final long serialVersionUID = 1L;

    private final OutputRows rows;
    private final RecordFaults faults;
    private transient RecordFaultHandler handler;
    private transient boolean restored;

    public GuardedGiveRowsFunction(OutputRows rows, RecordFaults faults) {
        this.rows = rows;
        this.faults = faults;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        restored = faults.keepsLetters() && RestoredMark.found(context.getOperatorStateStore());
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) {
        // The mark stays as it is.
    }

    @Override
    public void open(OpenContext context) {
        handler = faults.open(getRuntimeContext().getMetricGroup(), restored);
    }

    @Override
    public void flatMap(Row row, Collector<RowChange> out) {
        RowChange change;
        try {
            change = rows.change(row);
        } catch (TapException e) {
            if (row.getKind() == RowKind.INSERT || row.getKind() == RowKind.UPDATE_AFTER) {
                handler.handle(e, faulty(row));
            } else {
                handler.withdrawn(faulty(row));
            }
            return;
        }
        out.collect(change);
    }

    private FaultyRecord faulty(Row row) {
        byte[] held = rows.heldPart(row);
        RowKey key = rows.keyed() ? KeyEncoding.of(held, rows.key()).orElse(null) : null;
        return new FaultyRecord(ChangeKind.INSERT, rows.table(), key, null, held, 0, "", false);
    }

    @Override
    public void close() {
        if (handler != null) {
            handler.close();
        }
    }
}
