package io.tapstate.job.operator;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.runtime.FinalFaults;
import io.tapstate.job.nest.NestChange;
import io.tapstate.job.nest.NestRoute;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** Sends the rows of one input to the documents they belong to. No state. */
public final class RouteFunction implements FlatMapFunction<RowChange, NestChange> {
    private static final long serialVersionUID = 1L;

    private final NestRoute route;

    public RouteFunction(NestRoute route) {
        this.route = route;
    }

    @Override
    public void flatMap(RowChange change, Collector<NestChange> out) {
        try {
            route.route(change, out::collect);
        } catch (TapException e) {
            throw FinalFaults.mark(e);
        }
    }
}
