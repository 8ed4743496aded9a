package io.tapstate.connectors.runtime;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.TapException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * Keeps Flink from restarting a job whose fault no restart can mend. Sources, operators and sinks pass what they throw
 * through {@link #mark}.
 */
public final class FinalFaults {
    private FinalFaults() {}

    /**
     * What to throw instead of a fault: a user's or an internal coded fault, anywhere among its causes, ends the job at
     * once; every other fault stays as it is.
     */
    public static Exception mark(Exception fault) {
        return isFinal(fault) ? new SuppressRestartsException(fault) : fault;
    }

    /** As {@link #mark(Exception)}, where nothing checked may be thrown. */
    public static RuntimeException mark(RuntimeException fault) {
        return isFinal(fault) ? new SuppressRestartsException(fault) : fault;
    }

    /** The coded fault among a fault and its causes. */
    public static Optional<TapException> coded(Throwable fault) {
        return find(fault, TapException.class);
    }

    private static boolean isFinal(Throwable fault) {
        return find(fault, SuppressRestartsException.class).isEmpty()
                && coded(fault).stream().flatMap(f -> f.diagnostics().stream()).anyMatch(FinalFaults::isFinal);
    }

    private static boolean isFinal(Diagnostic diagnostic) {
        return diagnostic.errorClass() == ErrorClass.USER || diagnostic.errorClass() == ErrorClass.INTERNAL;
    }

    private static <T extends Throwable> Optional<T> find(Throwable fault, Class<T> type) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable cause = fault; cause != null && seen.add(cause); cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return Optional.of(type.cast(cause));
            }
        }
        return Optional.empty();
    }
}
