package io.tapstate.job.nest;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/** Places in memory. */
final class MemoryPlaceState implements PlaceState {
    private final Set<Place> places = new LinkedHashSet<>();

    @Override
    public boolean contains(Place place) {
        return places.contains(place);
    }

    @Override
    public void add(Place place) {
        places.add(place);
    }

    @Override
    public void remove(Place place) {
        places.remove(place);
    }

    @Override
    public Iterator<Place> walk() {
        return new ArrayList<>(places).iterator();
    }
}
