package io.tapstate.connectors.runtime;

import java.io.Serializable;

/** Where dead letters are kept. Travels with the job; its text form never shows more than host and database. */
public interface DeadLetterStore extends Serializable {
    /**
     * The letters of one step, for one subtask of one run.
     *
     * @param run who writes; letters of an earlier run may be taken for left over
     */
    DeadLetters open(String pipeline, String step, Run run);

    /**
     * One attempt of one subtask of a job.
     *
     * @param restored whether it continues from a checkpoint
     */
    record Run(String job, int subtask, int attempt, boolean restored) {}
}
