package io.tapstate.job.nest;

/**
 * How far a document has been made known downstream.
 *
 * @param sent readers have a version of it
 * @param held changed in the initial load, waits for its end
 * @param folded changed while its window was open, waits for its end
 * @param windowEnds processing time in epoch milliseconds; 0 when no window is open
 * @param since timestamp of the oldest change that readers do not have yet; 0 when none waits or it is unknown
 */
public record Delivery(boolean sent, boolean held, boolean folded, long windowEnds, long since) {
    /** A document that nobody was told of; also what is left of a deleted one. */
    public static final Delivery NONE = new Delivery(false, false, false, 0, 0);
}
