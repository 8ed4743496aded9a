package io.tapstate.job.script;

import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.expression.ExpressionError;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.SourceSection;

/** Our words for what the engine throws. Its own exceptions cannot be serialized, so none is kept as a cause. */
final class ScriptFaults {
    private static final String EXAMPLE = "write `function process(record, ctx) { return record; }`";

    private ScriptFaults() {}

    /** What to throw instead. */
    static RuntimeException of(PolyglotException thrown, ScriptLimits limits) {
        if (thrown.isInterrupted() && !thrown.isCancelled()) {
            // The task is being cancelled: that is nobody's fault.
            Thread.currentThread().interrupt();
            return thrown;
        }
        if (thrown.isHostException() || thrown.isInternalError()) {
            return thrown.isHostException() && thrown.asHostException() instanceof RuntimeException ours
                    ? ours
                    : new IllegalStateException("the script engine failed: " + thrown.getMessage(), thrown);
        }
        if (thrown.isSyntaxError() && !ran(thrown)) {
            return TapException.of(
                    ExpressionError.SCRIPT_COMPILE_FAILED,
                    "detail",
                    detail(thrown),
                    "suggestion",
                    "correct the script");
        }
        String limit = limit(thrown, limits);
        return limit == null
                ? TapException.of(ScriptError.FAILED, "detail", detail(thrown))
                : TapException.of(ScriptError.LIMIT_EXCEEDED, "limit", limit);
    }

    static TapException noProcess() {
        return TapException.of(
                ExpressionError.SCRIPT_NO_PROCESS,
                "detail",
                "no function of that name is there once it has run",
                "suggestion",
                EXAMPLE);
    }

    static TapException tooDeep() {
        return TapException.of(ScriptError.LIMIT_EXCEEDED, "limit", "the stack's depth of calls");
    }

    /** Whether a function of the script was running: {@code eval} and {@code RegExp} throw syntax errors, too. */
    private static boolean ran(PolyglotException thrown) {
        for (PolyglotException.StackFrame frame : thrown.getPolyglotStackTrace()) {
            if (frame.isGuestFrame()) {
                return true;
            }
        }
        return false;
    }

    private static String limit(PolyglotException thrown, ScriptLimits limits) {
        String message = String.valueOf(thrown.getMessage());
        if (thrown.isResourceExhausted()) {
            return thrown.isCancelled() ? limits.statements() + " statements" : "the memory there is";
        }
        if (message.equals("RangeError: Maximum call stack size exceeded")) {
            return "the stack's depth of calls";
        }
        return switch (message) {
            case "RangeError: Invalid string length" -> limits.textLength() + " characters in one text";
            case "RangeError: Array buffer allocation failed" -> limits.textLength() + " elements in one buffer";
            default -> null;
        };
    }

    /** The script's own message, behind the line where it was thrown. */
    private static String detail(PolyglotException thrown) {
        String message = String.valueOf(thrown.getMessage());
        return line(thrown).map(line -> "line " + line + ": " + message).orElse(message);
    }

    private static Optional<Integer> line(PolyglotException thrown) {
        Stream<SourceSection> frames = StreamSupport.stream(
                        thrown.getPolyglotStackTrace().spliterator(), false)
                .map(PolyglotException.StackFrame::getSourceLocation);
        return Stream.concat(Stream.of(thrown).map(PolyglotException::getSourceLocation), frames)
                .filter(place -> place != null
                        && place.isAvailable()
                        && place.getSource().getName().equals(ScriptRealm.SCRIPT))
                .map(SourceSection::getStartLine)
                .findFirst();
    }
}
