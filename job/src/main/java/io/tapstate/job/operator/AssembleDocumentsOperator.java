package io.tapstate.job.operator;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.job.nest.NestChange;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;

/** Runs {@link AssembleDocumentsFunction} and tells it of watermarks, which functions do not see. */
public final class AssembleDocumentsOperator extends KeyedProcessOperator<RowKey, NestChange, RowChange> {
    private static final long serialVersionUID = 1L;

    private final AssembleDocumentsFunction function;

    public AssembleDocumentsOperator(AssembleDocumentsFunction function) {
        super(function);
        this.function = function;
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        super.processWatermark(mark);
        function.watermarkPassed(mark.getTimestamp());
    }
}
