package io.tapstate.job.nest;

import java.util.Iterator;

/**
 * The places of the rows that are found by one key.
 *
 * <p><b>Contract.</b> A walk may be left standing and gone on with after places came and went: it hands out each place
 * that was there all the time, and may hand out others.
 */
public interface PlaceState {
    boolean contains(Place place);

    void add(Place place);

    void remove(Place place);

    Iterator<Place> walk();
}
