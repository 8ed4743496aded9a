package io.tapstate.job.operator;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.runtime.LoadPhase;
import io.tapstate.connectors.runtime.RowChangeSerializer;
import io.tapstate.job.nest.NestChange;
import io.tapstate.job.nest.Rows;
import io.tapstate.job.nest.SampleDocument;
import io.tapstate.job.nest.SendWindow;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The operator that assembles documents, its rows in RocksDB: what a change of one row costs. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class OperatorBenchmark {
    private static final RowKey ROOT = new RowKey(new byte[0]);

    @Param({"1", "10", "100", "1000", "20000"})
    int size;

    @Param({"FLAT", "DEEP"})
    SampleDocument.Shape shape;

    private SampleDocument sample;
    private PlayedStage<NestChange, NestChange, RowChange, Object> sending;
    private PlayedStage<NestChange, NestChange, RowChange, Object> folding;
    private NestChange[] changes;
    private RowChange sent;
    private int turn;

    @Setup(Level.Trial)
    public void open() throws Exception {
        sample = SampleDocument.of(shape, size);
        changes = new NestChange[] {sample.change("one"), sample.change("other")};
        sending = stage(new SendWindow(0, false));
        // Its clock stands still, so the window that the first change opens never ends.
        folding = stage(new SendWindow(50, false));
        folding.first(0, changes[0]);
    }

    @TearDown(Level.Trial)
    public void close() throws Exception {
        sending.close();
        folding.close();
    }

    /** The row is kept, the document is read, assembled and sent. */
    @Benchmark
    public RowChange changeAndSend() throws Exception {
        sent = null;
        sending.first(0, changes[turn++ & 1]);
        return sent;
    }

    /** The row is kept; the document waits for the end of its window. */
    @Benchmark
    public RowChange changeWithinAWindow() throws Exception {
        sent = null;
        folding.first(0, changes[turn++ & 1]);
        if (sent != null) {
            throw new IllegalStateException("the window ended");
        }
        return sent;
    }

    private PlayedStage<NestChange, NestChange, RowChange, Object> stage(SendWindow window) throws Exception {
        AssembleDocumentsFunction.Settings settings = new AssembleDocumentsFunction.Settings(
                Rows.ORDERS, List.of("id"), sample.fields(), sample.elements().size());
        PlayedStage<NestChange, NestChange, RowChange, Object> stage = PlayedStage.one(
                () -> new AssembleDocumentsOperator(new AssembleDocumentsFunction(settings, window)),
                NestChange::document,
                new RowChangeSerializer());
        stage.emitTo((subtask, document) -> sent = document);
        stage.open(1, null);
        stage.first(0, NestChange.arrival(SampleDocument.KEY, ROOT, sample.root(), 0));
        for (SampleDocument.Element element : sample.elements()) {
            stage.first(0, NestChange.arrival(SampleDocument.KEY, element.path(), element.row(), 0));
        }
        stage.watermark(0, 0, LoadPhase.SNAPSHOT_DONE);
        return stage;
    }
}
