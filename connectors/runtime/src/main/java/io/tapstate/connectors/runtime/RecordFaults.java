package io.tapstate.connectors.runtime;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.metrics.MetricGroup;

/**
 * What a step does with a record that it cannot process. Travels with the job; {@link #open} makes the working form.
 *
 * @param step the step's id
 * @param keys by table, written {@code namespace.name} or {@code name}, or empty for all others, the columns that are a
 *     row's key; may lack tables
 * @param letters where dead letters go; null unless the policy asks for them
 */
public record RecordFaults(
        Policy policy, String pipeline, String step, TreeMap<String, List<String>> keys, DeadLetterStore letters)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** What happens to the record. */
    public enum Policy {
        /** The job ends with the fault. */
        FAIL,
        /** It is left out and counted. */
        SKIP,
        /** It is left out and kept in a collection. */
        DEAD_LETTER
    }

    public RecordFaults {
        if ((policy == Policy.DEAD_LETTER) != (letters != null)) {
            throw new IllegalArgumentException(
                    policy + (letters == null ? " without" : " with") + " a place for letters");
        }
        TreeMap<String, List<String>> copies = new TreeMap<>();
        keys.forEach((table, columns) -> copies.put(table, List.copyOf(columns)));
        keys = copies;
    }

    /** Every fault ends the job. */
    public static RecordFaults failing(String pipeline, String step) {
        return new RecordFaults(Policy.FAIL, pipeline, step, new TreeMap<>(), null);
    }

    /** The same policy for another step. */
    public RecordFaults at(String otherStep, Map<String, List<String>> keysThere) {
        return new RecordFaults(policy, pipeline, otherStep, new TreeMap<>(keysThere), letters);
    }

    /** Whether a record that fails is kept. */
    public boolean keepsLetters() {
        return policy == Policy.DEAD_LETTER;
    }

    /** Says that the step begins with nothing, where nobody works at it yet: every row comes again. */
    public void beginAnew() {
        if (letters != null) {
            letters.open(pipeline, step, new DeadLetterStore.Run("", 0, 0, false))
                    .close();
        }
    }

    /**
     * For one subtask.
     *
     * @param group the operator's; its variables tell job, subtask and attempt
     * @param restored whether the step continues from a checkpoint; where not, open letters of earlier runs are superseded
     *     because every row comes again. Sinks and readers of sources pass true: they cannot know, for Flink tells an
     *     operator without state that it is not restored, and who stands before them does this for them
     */
    public RecordFaultHandler open(MetricGroup group, boolean restored) {
        return RecordFaultHandler.open(this, group, restored);
    }
}
