package io.tapstate.job.operator;

import io.tapstate.job.nest.Place;
import io.tapstate.job.nest.PlaceState;
import java.util.Iterator;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.util.FlinkRuntimeException;

/**
 * The places of the current key in Flink map state. RocksDB's walks hold no resource between two steps and read on from
 * the last key they saw, of the key they were begun under.
 */
final class RocksPlaceState implements PlaceState {
    private final MapState<Place, Boolean> places;

    RocksPlaceState(MapState<Place, Boolean> places) {
        this.places = places;
    }

    @Override
    public boolean contains(Place place) {
        try {
            return places.contains(place);
        } catch (Exception e) {
            throw new FlinkRuntimeException("reading a place failed", e);
        }
    }

    @Override
    public void add(Place place) {
        try {
            places.put(place, true);
        } catch (Exception e) {
            throw new FlinkRuntimeException("writing a place failed", e);
        }
    }

    @Override
    public void remove(Place place) {
        try {
            places.remove(place);
        } catch (Exception e) {
            throw new FlinkRuntimeException("removing a place failed", e);
        }
    }

    @Override
    public Iterator<Place> walk() {
        try {
            return places.keys().iterator();
        } catch (Exception e) {
            throw new FlinkRuntimeException("reading places failed", e);
        }
    }
}
