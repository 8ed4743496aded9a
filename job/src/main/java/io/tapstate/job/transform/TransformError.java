package io.tapstate.job.transform;

import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.List;

/** What a filter or a map can meet while it runs. */
public enum TransformError implements ErrorCode {
    /** An expression has no value for a row. */
    EXPRESSION_FAILED("transform.expression-failed", "expr", "detail");

    private final String code;
    private final List<String> parameters;

    TransformError(String code, String... parameters) {
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
