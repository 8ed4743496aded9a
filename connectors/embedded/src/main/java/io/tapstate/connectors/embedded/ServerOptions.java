package io.tapstate.connectors.embedded;

/**
 * How a server treats its data.
 *
 * @param durable whether a commit survives the loss of the machine; false trades that for speed, for tests
 * @param changeLog whether it keeps a log that changes can be captured from
 */
public record ServerOptions(boolean durable, boolean changeLog) {
    /** Every commit reaches the disk. */
    public static final ServerOptions DURABLE = new ServerOptions(true, true);

    /** Commits may be lost with the machine, but not with the server process. */
    public static final ServerOptions FAST = new ServerOptions(false, true);

    /** As {@link #FAST}, and nobody can follow its changes: for tests of that refusal. */
    public static final ServerOptions WITHOUT_CHANGE_LOG = new ServerOptions(false, false);
}
