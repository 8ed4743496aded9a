package io.tapstate.job.operator;

import io.tapstate.connectors.key.RowKey;
import io.tapstate.job.nest.NestChange;
import io.tapstate.job.nest.Placement;
import io.tapstate.job.nest.Placements;
import io.tapstate.job.nest.RoutedRows;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Runs {@link RoutedRows}. Keyed by the parent's columns; the first input tells where parents stand, the second brings the
 * rows. Who must know where the rows stand is told through side outputs. No timers.
 */
public final class RouteRowsFunction extends KeyedCoProcessFunction<RowKey, Placement, NestChange, NestChange> {
    private static final long serialVersionUID = 1L;

    private final ArrayList<Listener> listeners;
    private transient RoutedRows rows;
    private transient RocksPlaceState places;
    private transient RocksNestState waiting;
    private transient Context current;

    /**
     * A stage further down that is told where the rows of one child stand.
     *
     * @param child the embed's name in the parent
     */
    public record Listener(String child, Placements placements, OutputTag<Placement> output) implements Serializable {}

    public RouteRowsFunction(List<Listener> listeners) {
        this.listeners = new ArrayList<>(listeners);
    }

    @Override
    public void open(OpenContext context) {
        rows = new RoutedRows(listeners.stream()
                .map(listener -> new RoutedRows.Below(
                        listener.child(),
                        listener.placements(),
                        placement -> current.output(listener.output(), placement)))
                .toList());
        places = new RocksPlaceState(getRuntimeContext().getMapState(StateLayout.places()));
        waiting = new RocksNestState(getRuntimeContext().getMapState(StateLayout.rows()));
    }

    @Override
    public void processElement1(Placement placement, Context context, Collector<NestChange> out) {
        current = context;
        rows.place(placement, places, waiting, out::collect);
    }

    @Override
    public void processElement2(NestChange change, Context context, Collector<NestChange> out) {
        current = context;
        rows.change(change, places, waiting, out::collect);
    }
}
