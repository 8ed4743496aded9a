package io.tapstate.connectors.diagnostics;

import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A coded fault with its parameters and, where a file is at fault, its place. Immutable; carries its rendered text, so
 * that it survives serialization to a process that lacks the wording.
 */
public final class Diagnostic implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_VALUE = 200;

    private final String code;
    private final Severity severity;
    private final ErrorClass errorClass;
    private final LinkedHashMap<String, String> parameters;
    private final String message;
    private final String fix;
    private final transient SourceSpan span;

    private Diagnostic(ErrorCode code, LinkedHashMap<String, String> parameters, SourceSpan span) {
        this.code = code.code();
        this.severity = code.severity();
        this.errorClass = code.errorClass();
        this.parameters = parameters;
        this.message = Wording.message(code, parameters);
        this.fix = Wording.fix(code, parameters);
        this.span = span;
    }

    /**
     * @param namesAndValues parameter names and values in turn; every declared parameter exactly once. Values are cut to
     *     their first line and 200 characters.
     */
    public static Diagnostic of(ErrorCode code, Object... namesAndValues) {
        return at(null, code, namesAndValues);
    }

    /** As {@link #of}, at a place in a file ({@code span} may be null). */
    public static Diagnostic at(SourceSpan span, ErrorCode code, Object... namesAndValues) {
        LinkedHashMap<String, String> parameters = new LinkedHashMap<>();
        for (int i = 0; i + 1 < namesAndValues.length; i += 2) {
            parameters.put((String) namesAndValues[i], oneLine(String.valueOf(namesAndValues[i + 1])));
        }
        if (namesAndValues.length != 2 * code.parameters().size()
                || parameters.size() != code.parameters().size()
                || !parameters.keySet().containsAll(code.parameters())) {
            throw new IllegalArgumentException(
                    code.code() + " takes the parameters " + code.parameters() + ", not " + parameters.keySet());
        }
        return new Diagnostic(code, parameters, span);
    }

    private static String oneLine(String value) {
        String line = value.lines().findFirst().orElse("");
        if (line.length() <= LONGEST_VALUE) {
            return line;
        }
        // Never between the two halves of one character.
        int end = Character.isHighSurrogate(line.charAt(LONGEST_VALUE - 1)) ? LONGEST_VALUE - 1 : LONGEST_VALUE;
        return line.substring(0, end) + "...";
    }

    public String code() {
        return code;
    }

    public Severity severity() {
        return severity;
    }

    public ErrorClass errorClass() {
        return errorClass;
    }

    public Map<String, String> parameters() {
        return Collections.unmodifiableMap(parameters);
    }

    /** What is wrong, one sentence. */
    public String message() {
        return message;
    }

    /** What to do about it. */
    public String fix() {
        return fix;
    }

    /** Absent for faults outside files, and after serialization. */
    public Optional<SourceSpan> span() {
        return Optional.ofNullable(span);
    }

    @Override
    public String toString() {
        return code + ": " + message;
    }
}
