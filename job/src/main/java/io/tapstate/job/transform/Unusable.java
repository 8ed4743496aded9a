package io.tapstate.job.transform;

/** A value that a function cannot work with. Its message is ours and holds no value of a row. */
final class Unusable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unusable(String message) {
        super(message);
    }
}
