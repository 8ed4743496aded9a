package io.tapstate.job.operator;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.runtime.FinalFaults;
import io.tapstate.job.transform.FieldRule;
import io.tapstate.job.transform.IncomingTable;
import io.tapstate.job.transform.RowMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.util.Collector;

/** Renames, drops, computes and adds columns. No state; expressions are compiled when the operator opens. */
public final class MapRowsFunction extends RichFlatMapFunction<RowChange, RowChange> {
    private static final long serialVersionUID = 1L;

    private final ArrayList<FieldRule> rules;
    private final ArrayList<IncomingTable> tables;
    private final HashMap<String, List<String>> keys;
    private transient RowMap map;

    /** @param keys by table, the columns that identify a row that comes out */
    public MapRowsFunction(List<FieldRule> rules, List<IncomingTable> tables, Map<String, List<String>> keys) {
        this.rules = new ArrayList<>(rules);
        this.tables = new ArrayList<>(tables);
        this.keys = new HashMap<>(keys);
    }

    @Override
    public void open(OpenContext context) {
        try {
            map = new RowMap(rules, tables, keys);
        } catch (TapException e) {
            throw FinalFaults.mark(e);
        }
    }

    @Override
    public void flatMap(RowChange change, Collector<RowChange> out) {
        try {
            map.map(change, out::collect);
        } catch (TapException e) {
            throw FinalFaults.mark(e);
        }
    }
}
