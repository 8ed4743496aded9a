package io.tapstate.connectors.cdc;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.runtime.RecordFaultHandler;
import io.tapstate.connectors.runtime.RecordFaults;
import io.tapstate.connectors.runtime.RecordFaults.Policy;
import java.util.Set;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.source.SourceRecord;
import org.apache.flink.cdc.debezium.DebeziumDeserializationSchema;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.util.Collector;

/**
 * Decodes, and leaves out the rows that have no representation, as the pipeline's error policy says. Their letters hold
 * what could be decoded and cannot be tried again: only another value in the database mends them.
 *
 * <p>Everything else that the decoder finds concerns a whole table or a position, and ends the job as ever.
 */
public final class GuardedDecoder implements DebeziumDeserializationSchema<RowChange> {
    private static final long serialVersionUID = 1L;
    private static final Set<String> OF_ONE_ROW = Set.of(
            CdcError.VALUE_NOT_REPRESENTABLE.code(),
            CdcError.UNCHANGED_VALUE_NOT_SENT.code(),
            CdcError.KEY_COLUMN_MISSING.code());

    private final ChangeRecordDecoder decoder;
    private final RecordFaults faults;
    private transient RecordFaultHandler handler;
    private transient Told told;

    public GuardedDecoder(ChangeRecordDecoder decoder, RecordFaults faults) {
        this.decoder = faults.policy() == Policy.FAIL ? decoder : decoder.lenient();
        this.faults = faults;
    }

    /** Called once by the reader that decodes with it, before the first record. */
    void open(MetricGroup group) {
        // Whether the reader continues from a checkpoint is not known here; see beginAnew.
        handler = faults.open(group, true);
    }

    /** Has changes of columns come with the rows, where the log has no statements. */
    void follow(ColumnFollower follower) {
        decoder.follow(follower);
    }

    /** Called when a checkpoint begins, after the last change that it holds. */
    void saving(long checkpoint) {
        decoder.saving(checkpoint);
    }

    /** Called when a checkpoint is complete. */
    void saved(long checkpoint) {
        decoder.saved(checkpoint);
    }

    /** Called once where no reader runs yet, when the source begins with nothing: every row comes again. */
    void beginAnew() {
        faults.beginAnew();
    }

    void close() {
        if (handler != null) {
            handler.close();
        }
    }

    @Override
    public void deserialize(SourceRecord record, Collector<RowChange> out) throws Exception {
        if (handler == null || faults.policy() == Policy.FAIL) {
            decoder.deserialize(record, out);
            return;
        }
        if (told == null || told.out != out) {
            told = new Told(out, handler);
        }
        try {
            decoder.deserialize(record, told);
        } catch (TapException e) {
            if (e.diagnostics().stream().allMatch(reason -> OF_ONE_ROW.contains(reason.code()))) {
                handler.handle(e, decoder.faulty(record));
            } else {
                throw e;
            }
        }
    }

    /** Passes changes on, and says that they went through. */
    private record Told(Collector<RowChange> out, RecordFaultHandler handler) implements Collector<RowChange> {
        @Override
        public void collect(RowChange change) {
            out.collect(change);
            handler.passed(change);
        }

        @Override
        public void close() {
            out.close();
        }
    }

    @Override
    public TypeInformation<RowChange> getProducedType() {
        return decoder.getProducedType();
    }
}
