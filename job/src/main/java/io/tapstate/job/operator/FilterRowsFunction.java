package io.tapstate.job.operator;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.runtime.FinalFaults;
import io.tapstate.job.transform.IncomingTable;
import io.tapstate.job.transform.RowFilter;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.util.Collector;

/** Lets through the rows that a predicate holds for. No state; the predicate is compiled when the operator opens. */
public final class FilterRowsFunction extends RichFlatMapFunction<RowChange, RowChange> {
    private static final long serialVersionUID = 1L;

    private final String predicate;
    private final ArrayList<IncomingTable> tables;
    private final boolean restated;
    private transient RowFilter filter;

    /**
     * @param predicate CEL
     * @param restated whether inserts may restate what was sent before
     */
    public FilterRowsFunction(String predicate, List<IncomingTable> tables, boolean restated) {
        this.predicate = predicate;
        this.tables = new ArrayList<>(tables);
        this.restated = restated;
    }

    @Override
    public void open(OpenContext context) {
        try {
            filter = new RowFilter(predicate, tables, restated);
        } catch (TapException e) {
            throw FinalFaults.mark(e);
        }
    }

    @Override
    public void flatMap(RowChange change, Collector<RowChange> out) {
        try {
            filter.filter(change, out::collect);
        } catch (TapException e) {
            throw FinalFaults.mark(e);
        }
    }
}
