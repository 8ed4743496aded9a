package io.tapstate.job;

import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.List;

/** Faults found before a job is submitted: its arguments, its plan file, the settings it would run under. */
public enum JobError implements ErrorCode {
    UNKNOWN_ARGUMENT("job.unknown-argument", "argument"),
    ARGUMENT_WITHOUT_VALUE("job.argument-without-value", "argument"),
    ARGUMENT_MISSING("job.argument-missing", "argument"),
    ARGUMENTS_CONFLICT("job.arguments-conflict", "argument", "other"),
    ILLEGAL_ARGUMENT("job.illegal-argument", "argument", "value", "expected"),
    PLAN_UNREADABLE("job.plan-unreadable", "path", "reason"),
    UNSAFE_SETTING("job.unsafe-setting", "option", "value", "needed", "why");

    private final String code;
    private final List<String> parameters;

    JobError(String code, String... parameters) {
        this.code = code;
        this.parameters = List.of(parameters);
    }

    @Override
    public String code() {
        return code;
    }

    @Override
    public Severity severity() {
        return Severity.ERROR;
    }

    @Override
    public ErrorClass errorClass() {
        return ErrorClass.USER;
    }

    @Override
    public List<String> parameters() {
        return parameters;
    }
}
