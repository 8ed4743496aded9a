package io.tapstate.connectors.runtime;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.key.RowKey;
import java.util.List;
import java.util.function.Predicate;

/**
 * The dead letters of one step, as one subtask sees them. Used by one thread. Every method tries again for a while when
 * the store is away, and then fails with a fault that restarts the job.
 */
public interface DeadLetters extends AutoCloseable {
    /**
     * Keeps a letter; when this returns, it is durable. The same letter of an earlier attempt is that letter. Letters of
     * the same row at this step that stand open are superseded.
     */
    void write(DeadLetter letter);

    /**
     * Says that a newer version of a row has gone through: what stands open of that row is superseded. Asks the store
     * only where something does.
     */
    void passed(RowChange change);

    /** Says that a version of a row which was left out is not to go through any more; its letter is superseded. */
    void withdrawn(FaultyRecord record);

    /**
     * What a person has asked to have tried again, oldest first; it is then this subtask's to try.
     *
     * @param mine whether the changes of a row pass this subtask
     */
    List<RowChange> replays(Predicate<RowKey> mine);

    /** Says that a checkpoint holds the effect of all that was tried again so far. */
    void saving(long checkpoint);

    /** Says that a checkpoint is complete. What was tried again before it, and did not fail again, is settled. */
    void saved(long checkpoint);

    @Override
    void close();
}
