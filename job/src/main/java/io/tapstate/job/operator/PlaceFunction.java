package io.tapstate.job.operator;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.runtime.FinalFaults;
import io.tapstate.job.nest.NestRoute;
import io.tapstate.job.nest.Placement;
import io.tapstate.job.nest.Placements;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** Tells a stage where the rows stand whose own columns say it. No state. */
public final class PlaceFunction implements FlatMapFunction<RowChange, Placement> {
    private static final long serialVersionUID = 1L;

    private final NestRoute route;
    private final Placements placements;

    public PlaceFunction(NestRoute route, Placements placements) {
        this.route = route;
        this.placements = placements;
    }

    @Override
    public void flatMap(RowChange change, Collector<Placement> out) {
        try {
            placements.tell(change, route, out::collect);
        } catch (TapException e) {
            throw FinalFaults.mark(e);
        }
    }
}
