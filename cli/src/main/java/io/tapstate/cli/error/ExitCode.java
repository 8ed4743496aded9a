package io.tapstate.cli.error;

/** What a verb's exit status means; the same for every verb. */
public final class ExitCode {
    public static final int DONE = 0;

    /** A coded refusal or a negative result. */
    public static final int REFUSED = 1;

    /** The command line itself was wrong. */
    public static final int USAGE = 2;

    /** With {@code --detailed-exitcode} only: a plan that would change something. */
    public static final int CHANGES = 2;

    /** What the verb talks to is not there. */
    public static final int UNAVAILABLE = 3;

    public static final int JOB_FAILED = 4;

    /** Ctrl-C. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
