package io.tapstate.connectors.diagnostics;

import java.util.List;

/**
 * One fault users can meet. Implemented by one enum per domain, beside the code that throws it.
 *
 * <p>Wording lives in {@code <EnumSimpleName>.properties} beside the enum's class file, with two keys per code:
 * {@code <code>.message} (what is wrong, with the offending value as a {@code {parameter}}) and {@code <code>.fix}
 * (what to do). Throw sites pass named parameters, never prose. Codes are append-only.
 */
public interface ErrorCode {
    /** {@code domain.kebab-symbol}, for example {@code dsl.unknown-field}. */
    String code();

    Severity severity();

    ErrorClass errorClass();

    /** Names of the parameters that the message and the fix may use, in the order they are documented. */
    List<String> parameters();
}
