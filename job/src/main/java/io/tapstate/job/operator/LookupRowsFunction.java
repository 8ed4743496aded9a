package io.tapstate.job.operator;

import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.runtime.LoadPhase;
import io.tapstate.job.nest.EmbedField;
import io.tapstate.job.nest.NestChange;
import io.tapstate.job.nest.NestDocument;
import io.tapstate.job.nest.Place;
import io.tapstate.job.nest.Placement;
import io.tapstate.job.nest.SharedRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.streaming.api.TimeDomain;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Runs {@link SharedRow}. Keyed by the pointed-at row's columns; the first input tells where the rows stand that point, the
 * second brings the row and what stands in it.
 *
 * <p>A change goes to all places. Of many places a slice is served at a time, and between two slices other input and
 * checkpoint barriers pass. A change that comes meanwhile is given from here on, and to all once more when the walk is
 * through: so a row that changes faster than it can be given still reaches everybody again and again. While snapshots are
 * read nothing is cut, so that all is told when the load ends: a row in which others stand is then given once, at the end.
 *
 * <p>Timers, per key at most one of each: event time {@link LoadPhase#SNAPSHOT_DONE} for a row that waits for the load's
 * end; processing time for the next slice, and event time {@link Long#MAX_VALUE} for the end of the input before it.
 */
public final class LookupRowsFunction extends KeyedCoProcessFunction<RowKey, Placement, NestChange, NestChange> {
    private static final long serialVersionUID = 1L;
    private static final long INPUT_END = Long.MAX_VALUE;

    /** Places served without a pause: some milliseconds of work. */
    static final int SLICE = 1_000;

    private final String embed;
    private final ArrayList<EmbedField> fields;
    private transient NestDocument document;
    private transient SharedRow shared;
    private transient RocksPlaceState places;
    private transient RocksNestState rows;
    private transient ValueState<Long> unshared;
    private transient Map<RowKey, Walk> walks;

    /**
     * A change on its way to all places.
     *
     * @param again some were given an older version on this walk
     */
    private record Walk(Iterator<Place> places, Optional<byte[]> row, boolean again) {}

    /**
     * @param embed name of the embed in the referrer
     * @param fields what stands in the pointed-at row
     */
    public LookupRowsFunction(String embed, List<EmbedField> fields) {
        this.embed = embed;
        this.fields = new ArrayList<>(fields);
    }

    @Override
    public void open(OpenContext context) {
        document = new NestDocument(fields);
        shared = new SharedRow(embed, document);
        places = new RocksPlaceState(getRuntimeContext().getMapState(StateLayout.places()));
        rows = new RocksNestState(getRuntimeContext().getMapState(StateLayout.rows()));
        unshared = getRuntimeContext().getState(StateLayout.unshared());
        walks = new HashMap<>();
        getRuntimeContext().getMetricGroup().addGroup(NestMetrics.GROUP).gauge(NestMetrics.ROWS_BEING_SHARED, (Gauge<
                        Integer>)
                () -> walks.size());
    }

    @Override
    public void processElement1(Placement placement, Context context, Collector<NestChange> out) {
        if (!shared.place(placement, places)) {
            return;
        }
        TimerService timers = context.timerService();
        if (!placement.present()) {
            give(context.getCurrentKey(), Optional.empty(), placement.place(), placement.timestamp(), out);
        } else if (waitsForTheLoad(timers)) {
            timers.registerEventTimeTimer(LoadPhase.SNAPSHOT_DONE);
        } else {
            Optional<byte[]> row = shared.row(rows);
            if (row.isPresent()) {
                give(context.getCurrentKey(), row, placement.place(), placement.timestamp(), out);
            }
        }
    }

    @Override
    public void processElement2(NestChange change, Context context, Collector<NestChange> out) throws Exception {
        if (document.apply(change, rows) != NestDocument.Effect.CHANGED) {
            return;
        }
        TimerService timers = context.timerService();
        if (waitsForTheLoad(timers)) {
            timers.registerEventTimeTimer(LoadPhase.SNAPSHOT_DONE);
            return;
        }
        RowKey key = context.getCurrentKey();
        Walk underWay = walks.get(key);
        if (underWay != null) {
            walks.put(key, new Walk(underWay.places(), shared.row(rows), true));
            return;
        }
        walks.put(key, walk());
        int most = LoadPhase.loaded(timers.currentWatermark()) ? SLICE : Integer.MAX_VALUE;
        walk(key, most, change.timestamp(), timers, out);
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<NestChange> out) throws Exception {
        RowKey key = context.getCurrentKey();
        TimerService timers = context.timerService();
        if (context.timeDomain() == TimeDomain.EVENT_TIME) {
            walks.put(key, walk());
            walk(key, Integer.MAX_VALUE, 0, timers, out);
            return;
        }
        Long since = unshared.value();
        if (since != null) {
            // What was walked before a restore is walked again.
            walks.computeIfAbsent(key, begin -> walk());
            walk(key, SLICE, since, timers, out);
        }
    }

    /** A row in which others stand would be given anew with each of them. */
    private boolean waitsForTheLoad(TimerService timers) {
        return !document.isPlain() && !LoadPhase.loaded(timers.currentWatermark());
    }

    private Walk walk() {
        return new Walk(places.walk(), shared.row(rows), false);
    }

    private void walk(RowKey key, int most, long timestamp, TimerService timers, Collector<NestChange> out)
            throws Exception {
        Walk walk = walks.get(key);
        int served = 0;
        while (served < most && walk.places().hasNext()) {
            Place place = walk.places().next();
            // A walk that was left standing may hand out a place that is no longer there.
            if (places.contains(place)) {
                give(key, walk.row(), place, timestamp, out);
            }
            served++;
        }
        if (!walk.places().hasNext() && walk.again()) {
            walk = walk();
            walks.put(key, walk);
        }
        boolean pending = unshared.value() != null;
        if (walk.places().hasNext()) {
            unshared.update(timestamp);
            timers.registerProcessingTimeTimer(timers.currentProcessingTime() + 1);
            if (!pending) {
                timers.registerEventTimeTimer(INPUT_END);
            }
        } else {
            walks.remove(key);
            if (pending) {
                unshared.clear();
                timers.deleteEventTimeTimer(INPUT_END);
            }
        }
    }

    private void give(RowKey key, Optional<byte[]> row, Place place, long timestamp, Collector<NestChange> out) {
        shared.give(key, row, place, timestamp, out::collect);
    }
}
