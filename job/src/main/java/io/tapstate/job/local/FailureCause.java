package io.tapstate.job.local;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.TapException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.runtime.client.JobInitializationException;
import org.apache.flink.util.SerializedThrowable;

/** Reads what Flink says about a failed job: the first coded fault of its causes, else its innermost cause. */
final class FailureCause {
    private FailureCause() {}

    /** The faults to show; never empty. */
    static List<Diagnostic> diagnose(Throwable failure, String pipeline, Object stateDirectory) {
        Optional<TapException> coded = coded(failure);
        if (coded.isPresent()) {
            return coded.get().diagnostics();
        }
        if (isDiskFull(failure)) {
            return List.of(Diagnostic.of(EngineError.DISK_FULL, "path", stateDirectory));
        }
        return List.of(Diagnostic.of(EngineError.JOB_FAILED, "pipeline", pipeline, "cause", innermost(failure)));
    }

    /** The fault of a job that did not even come to life from a checkpoint, and says no code of its own. */
    static Optional<Diagnostic> notRestored(Throwable failure, Path checkpoint) {
        if (coded(failure).isPresent()
                || find(failure, JobInitializationException.class).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                Diagnostic.of(EngineError.STATE_UNREADABLE, "checkpoint", checkpoint, "reason", innermost(failure)));
    }

    /** Whether a restart cannot help: the author's files or data are at fault, or we are. */
    static boolean isFinal(Throwable failure) {
        return coded(failure)
                .map(fault -> fault.diagnostics().stream()
                        .anyMatch(d -> d.errorClass() == ErrorClass.USER || d.errorClass() == ErrorClass.INTERNAL))
                .orElse(false);
    }

    static boolean isDiskFull(Throwable failure) {
        for (Throwable cause : causes(failure)) {
            if (cause.getMessage() != null && cause.getMessage().contains("No space left on device")) {
                return true;
            }
        }
        return false;
    }

    /** Class name and text of the innermost cause, one line. */
    static String innermost(Throwable failure) {
        Throwable last = failure;
        for (Throwable cause : causes(failure)) {
            last = cause;
        }
        String name = last instanceof SerializedThrowable foreign
                ? foreign.getOriginalErrorClassName()
                : last.getClass().getName();
        String simple = name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
        return last.getMessage() == null ? simple : simple + ": " + last.getMessage();
    }

    static <T extends Throwable> Optional<T> find(Throwable failure, Class<T> type) {
        return causes(failure).stream().filter(type::isInstance).map(type::cast).findFirst();
    }

    private static Optional<TapException> coded(Throwable failure) {
        return find(failure, TapException.class);
    }

    // Flink carries errors of user code as bytes; here, where every class is at hand, they become what they were.
    private static List<Throwable> causes(Throwable failure) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Throwable> causes = new ArrayList<>();
        Throwable cause = failure;
        while (cause != null && seen.add(cause)) {
            if (cause instanceof SerializedThrowable serialized) {
                Throwable original = serialized.deserializeError(FailureCause.class.getClassLoader());
                if (original != serialized) {
                    cause = original;
                    continue;
                }
            }
            causes.add(cause);
            cause = cause.getCause();
        }
        return causes;
    }
}
