package io.tapstate.connectors.embedded;

/**
 * How a server treats its data.
 *
 * @param durable whether a commit survives the loss of the machine; false trades that for speed, for tests
 */
public record ServerOptions(boolean durable) {
    /** Every commit reaches the disk. */
    public static final ServerOptions DURABLE = new ServerOptions(true);

    /** Commits may be lost with the machine, but not with the server process. */
    public static final ServerOptions FAST = new ServerOptions(false);
}
