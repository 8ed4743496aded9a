package io.tapstate.connectors.runtime;

import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.catalog.WriteMode;
import java.io.Serializable;
import java.util.List;
import java.util.Set;

/**
 * What a job wants written by one step.
 *
 * @param config every reference resolved; of MongoDB it names the store and the database
 * @param pipeline who writes: the pipeline owns what it writes, under this name
 * @param step id of the step that writes
 * @param mode what a change becomes
 * @param targets where rows go; one at least, no collection twice
 * @param faults what to do with a document that the store does not take
 */
public record SinkRequest(
        ConnectionConfig config,
        String pipeline,
        String step,
        WriteMode mode,
        List<Target> targets,
        Settings settings,
        RecordFaults faults) {
    /** The origin of a target that takes every row, whatever table it stems from. */
    public static final String EVERY_ORIGIN = "";

    /**
     * One collection.
     *
     * @param origin name of the table whose rows go here; {@link #EVERY_ORIGIN} takes all
     * @param primaryKey columns of the key, in order: {@code _id} and a unique index; may be empty only where rows are
     *     appended
     * @param indexes further single-field indexes
     * @param rivals other steps of this plan that write a collection of this name, as far as known in another database
     */
    public record Target(
            String origin, String collection, List<String> primaryKey, List<String> indexes, Set<String> rivals)
            implements Serializable {
        public Target {
            primaryKey = List.copyOf(primaryKey);
            indexes = List.copyOf(indexes);
            rivals = Set.copyOf(rivals);
        }
    }

    /** What is taken over of what others left. */
    public enum Adoption {
        NOTHING,
        /** Documents that no pipeline owns. */
        UNOWNED,
        /** Also the collections of other pipelines. */
        EVERYTHING
    }

    /**
     * @param view whether this is the store of views, for messages
     * @param creates whether a collection that is missing is made
     * @param adoption what others left in a collection and is taken over; everything else is refused
     * @param loads whether a start without a checkpoint brings every row anew
     * @param batchSize most documents in one write; null leaves it to the sink
     */
    public record Settings(boolean view, boolean creates, Adoption adoption, boolean loads, Integer batchSize)
            implements Serializable {}

    public SinkRequest {
        targets = List.copyOf(targets);
    }
}
