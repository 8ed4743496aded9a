package io.tapstate.job.script;

import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.List;

/** What a script can do wrong while it runs. What does not compile has the planner's codes. */
public enum ScriptError implements ErrorCode {
    /** It threw. */
    FAILED("transform.script-failed", "detail"),
    /** What it returned or emitted is no record. */
    OUTPUT_INVALID("transform.script-output-invalid", "detail"),
    /** It took more of something than one call may. */
    LIMIT_EXCEEDED("transform.script-limit-exceeded", "limit");

    private final String code;
    private final List<String> parameters;

    ScriptError(String code, String... parameters) {
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
