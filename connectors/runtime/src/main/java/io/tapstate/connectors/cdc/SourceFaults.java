package io.tapstate.connectors.cdc;

import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.runtime.FinalFaults;
import java.io.EOFException;
import java.io.Serializable;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.flink.streaming.runtime.tasks.ExceptionInChainedOperatorException;
import org.apache.flink.util.FlinkRuntimeException;

/**
 * Gives the faults of a database library their codes. The library wraps them in ways of its own, so the whole chain of
 * causes is looked at.
 *
 * @param source the source's id
 * @param lostPositions what the library or the server say when the log no longer reaches back far enough
 */
public record SourceFaults(String source, List<String> lostPositions) implements Serializable {
    private static final long serialVersionUID = 1L;
    // Connection failures, refused logins, and a PostgreSQL that shuts down or starts.
    private static final List<String> UNREACHABLE_STATES = List.of("08", "28", "57P01", "57P02", "57P03");

    public SourceFaults {
        lostPositions = List.copyOf(lostPositions);
    }

    /** What to throw for a fault: coded where the cause is known, and ending the job where a restart cannot help. */
    public Exception judged(Exception fault) {
        List<Throwable> causes = causes(fault);
        if (FinalFaults.coded(fault).isPresent() || causes.stream().anyMatch(SourceFaults::isNotOurs)) {
            return FinalFaults.mark(fault);
        }
        if (causes.stream().anyMatch(this::isLostPosition)) {
            return FinalFaults.mark(TapException.because(
                    fault,
                    CdcError.POSITION_LOST,
                    "source",
                    source,
                    "reason",
                    "the server no longer keeps its log from there"));
        }
        for (Throwable cause : causes) {
            if (isUnreachable(cause)) {
                return unreachable(fault, cause);
            }
        }
        return fault;
    }

    /** As {@link #judged(Exception)}; what is checked is wrapped. */
    RuntimeException failing(Exception fault) {
        Exception judged = judged(fault);
        return judged instanceof RuntimeException unchecked ? unchecked : new FlinkRuntimeException(judged);
    }

    /** {@code capture.source-unreachable}, which may pass. */
    public TapException unreachable(Throwable fault, Throwable why) {
        String text = String.valueOf(why.getMessage()).lines().findFirst().orElse("");
        String reason =
                why.getMessage() == null || text.isBlank() ? why.getClass().getSimpleName() : text.strip();
        return TapException.because(fault, CdcError.SOURCE_UNREACHABLE, "source", source, "reason", reason);
    }

    private boolean isLostPosition(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        return lostPositions.stream().anyMatch(message::contains);
    }

    // What an operator behind the source threw, or a task that is being stopped.
    private static boolean isNotOurs(Throwable cause) {
        return cause instanceof ExceptionInChainedOperatorException || cause instanceof InterruptedException;
    }

    /** Whether the server could not be reached, or shut us out. */
    public static boolean isUnreachable(Throwable cause) {
        if (cause instanceof SQLException refused) {
            String state = String.valueOf(refused.getSQLState());
            return UNREACHABLE_STATES.stream().anyMatch(state::startsWith);
        }
        return cause instanceof SocketException
                || cause instanceof SocketTimeoutException
                || cause instanceof UnknownHostException
                || cause instanceof EOFException;
    }

    private static List<Throwable> causes(Throwable fault) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Throwable> causes = new ArrayList<>();
        for (Throwable cause = fault; cause != null && seen.add(cause); cause = cause.getCause()) {
            causes.add(cause);
        }
        return causes;
    }
}
