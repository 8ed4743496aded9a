package io.tapstate.connectors.cdc;

import io.tapstate.connectors.api.RowChange;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;

/** Passes everything on and counts the rows. */
final class CountingOutput implements ReaderOutput<RowChange> {
    private final ReaderOutput<RowChange> inner;
    private final TableCounters counters;

    CountingOutput(ReaderOutput<RowChange> inner, TableCounters counters) {
        this.inner = inner;
        this.counters = counters;
    }

    @Override
    public void collect(RowChange change) {
        counters.count(change);
        inner.collect(change);
    }

    @Override
    public void collect(RowChange change, long timestamp) {
        counters.count(change);
        inner.collect(change, timestamp);
    }

    @Override
    public void emitWatermark(Watermark watermark) {
        inner.emitWatermark(watermark);
    }

    @Override
    public void markIdle() {
        inner.markIdle();
    }

    @Override
    public void markActive() {
        inner.markActive();
    }

    @Override
    public SourceOutput<RowChange> createOutputForSplit(String split) {
        return new OfSplit(inner.createOutputForSplit(split), counters);
    }

    @Override
    public void releaseOutputForSplit(String split) {
        inner.releaseOutputForSplit(split);
    }

    private record OfSplit(SourceOutput<RowChange> inner, TableCounters counters) implements SourceOutput<RowChange> {
        @Override
        public void collect(RowChange change) {
            counters.count(change);
            inner.collect(change);
        }

        @Override
        public void collect(RowChange change, long timestamp) {
            counters.count(change);
            inner.collect(change, timestamp);
        }

        @Override
        public void emitWatermark(Watermark watermark) {
            inner.emitWatermark(watermark);
        }

        @Override
        public void markIdle() {
            inner.markIdle();
        }

        @Override
        public void markActive() {
            inner.markActive();
        }
    }
}
