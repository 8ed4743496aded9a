package io.tapstate.connectors.cdc;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.runtime.RowChangeTypeInfo;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A snapshot-then-log source that says when its snapshot is in: every reader emits the watermark
 * {@link io.tapstate.connectors.runtime.LoadPhase#SNAPSHOT_DONE} after its last snapshot row.
 *
 * <p>How it knows: the inner source assigns the one split that follows the log only when every snapshot split was
 * reported finished, and a reader reports a split after it has emitted all its rows. So the reader that gets that split,
 * newly or from a checkpoint, tells the enumerator, and the enumerator tells every reader, now and as they register.
 * Splits and their serializers are the inner source's, so state carries over. A bounded source says nothing: it ends.
 *
 * <p>It also remembers the columns that its tables had when it first started, see {@link ColumnWatch}.
 */
public final class PhasedSource<SplitT extends SourceSplit, StateT>
        implements Source<RowChange, SplitT, PhasedState<StateT>>, ResultTypeQueryable<RowChange> {
    private static final long serialVersionUID = 1L;

    private final Source<RowChange, SplitT, StateT> inner;
    private final LogSplit<SplitT> logSplit;
    private final Preparation preparation;
    private final SourceFaults faults;
    private final ColumnWatch watch;
    private final List<TableId> tables;
    private final GuardedDecoder decoder;

    /**
     * @param tables for the metrics, so that a table without rows shows as 0
     * @param decoder the one that the inner source decodes with
     */
    public PhasedSource(
            Source<RowChange, SplitT, StateT> inner,
            LogSplit<SplitT> logSplit,
            Preparation preparation,
            SourceFaults faults,
            ColumnWatch watch,
            List<TableId> tables,
            GuardedDecoder decoder) {
        this.inner = inner;
        this.logSplit = logSplit;
        this.preparation = preparation;
        this.faults = faults;
        this.watch = watch;
        this.tables = List.copyOf(tables);
        this.decoder = decoder;
    }

    /** Tells the split that follows the log from those that hold snapshot rows. */
    @FunctionalInterface
    public interface LogSplit<SplitT> extends Predicate<SplitT>, Serializable {
        /** The split with what is known of columns at its position, for sources that {@link Preparation#followsRows}. */
        default SplitT with(SplitT split, TableShapes shapes) {
            return split;
        }

        /** What {@link #with} gave to the split; empty when it never did. */
        default Optional<TableShapes> shapes(SplitT split) {
            return Optional.empty();
        }

        /** The split as the library knows it. */
        default SplitT plain(SplitT split) {
            return split;
        }
    }

    /** What a source needs done at the database before it is read, and after it ended. Runs beside the enumerator. */
    public interface Preparation extends Serializable {
        /** Whether a source that starts leaves it to the log, and to the watch, to say that columns have changed. */
        default boolean logTellsOfColumns() {
            return false;
        }

        /** Whether changes of columns are followed by the rows, as the log has no statements. Such columns have numbers. */
        default boolean followsRows() {
            return false;
        }

        /**
         * Only of sources that {@link #followsRows}: what these tables are now.
         *
         * @throws io.tapstate.connectors.diagnostics.TapException when the database cannot be asked
         */
        default LiveTables live(List<TableId> tables) {
            throw new UnsupportedOperationException("the log of this database has statements");
        }

        /** Whether values of one type are the same in a document when their column has the other. */
        default boolean keepsValues(String before, String after) {
            return before.equals(after);
        }

        /**
         * @param restored whether the source continues from a checkpoint
         * @throws io.tapstate.connectors.diagnostics.TapException when the database refuses
         */
        void before(boolean restored);

        /**
         * The columns that the tables have now; called after {@link #before}, and beside {@link #whileRunning}.
         *
         * @throws io.tapstate.connectors.diagnostics.TapException when the database cannot be asked
         */
        KnownColumns columns();

        /**
         * All tables that are there now in the databases or schemas of the source's tables; called beside
         * {@link #whileRunning}.
         *
         * @throws io.tapstate.connectors.diagnostics.TapException when the database cannot be asked
         */
        Set<TableId> tablesThere();

        /**
         * Called by a reader that continues the log from a checkpoint, before it touches the log.
         *
         * @throws io.tapstate.connectors.diagnostics.TapException when the log is no longer there
         */
        void beforeContinuing();

        /**
         * Called beside the enumerator every few seconds while an unbounded source runs: for what the log does not tell.
         *
         * @throws io.tapstate.connectors.diagnostics.TapException when the source cannot be followed any further
         */
        default void whileRunning() {}

        /**
         * Called by a reader before it saves its position: a fault that was found must not be stepped over by a restart.
         *
         * @throws io.tapstate.connectors.diagnostics.TapException when what was read must not be saved
         */
        default void beforeSaving() {}

        /** Called when the enumerator closes, at the end or to be started again. */
        void after();
    }

    @Override
    public Boundedness getBoundedness() {
        return inner.getBoundedness();
    }

    @Override
    public SplitEnumerator<SplitT, PhasedState<StateT>> createEnumerator(SplitEnumeratorContext<SplitT> context)
            throws Exception {
        return phased(context, KnownColumns.NONE, () -> {
            preparation.before(false);
            decoder.beginAnew();
            return inner.createEnumerator(context);
        });
    }

    @Override
    public SplitEnumerator<SplitT, PhasedState<StateT>> restoreEnumerator(
            SplitEnumeratorContext<SplitT> context, PhasedState<StateT> state) throws Exception {
        return phased(context, state.columns(), () -> {
            preparation.before(true);
            return inner.restoreEnumerator(context, state.inner());
        });
    }

    private SplitEnumerator<SplitT, PhasedState<StateT>> phased(
            SplitEnumeratorContext<SplitT> context,
            KnownColumns columns,
            Callable<SplitEnumerator<SplitT, StateT>> opening) {
        boolean watches = getBoundedness() == Boundedness.CONTINUOUS_UNBOUNDED;
        return new PhasedEnumerator<>(opening, columns, context, logSplit, preparation, faults, watch, watches);
    }

    @Override
    public SourceReader<RowChange, SplitT> createReader(SourceReaderContext context) throws Exception {
        boolean announces = getBoundedness() == Boundedness.CONTINUOUS_UNBOUNDED;
        decoder.open(context.metricGroup());
        return new PhasedReader<>(
                inner.createReader(context),
                context,
                announces ? logSplit : split -> false,
                preparation,
                faults,
                watch,
                new TableCounters(context.metricGroup(), tables),
                decoder);
    }

    @Override
    public SimpleVersionedSerializer<SplitT> getSplitSerializer() {
        return inner.getSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<PhasedState<StateT>> getEnumeratorCheckpointSerializer() {
        return new PhasedStateSerializer<>(inner.getEnumeratorCheckpointSerializer());
    }

    @Override
    public TypeInformation<RowChange> getProducedType() {
        return RowChangeTypeInfo.INSTANCE;
    }
}
