package io.tapstate.connectors.diagnostics;

/** Who can mend a fault. Decides retry: only {@link #EXTERNAL} faults may pass by themselves. */
public enum ErrorClass {
    /** The author's files, flags or data. */
    USER,
    /** A database, a store or a network: may pass. */
    EXTERNAL,
    /** This machine: a port, a disk, a missing library. */
    RESOURCE,
    /** A defect of ours. */
    INTERNAL
}
