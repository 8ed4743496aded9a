package io.tapstate.planner.expression;

import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.List;

/** Faults of a text in another language inside a file. */
public enum ExpressionError implements ErrorCode {
    ILLEGAL_EXPRESSION("dsl.illegal-expression", "detail", "expr", "suggestion"),
    TYPE_UNKNOWN("dsl.row-expression-type-unknown", "detail", "expr", "suggestion"),
    SCRIPT_COMPILE_FAILED("transform.script-compile-failed", "detail", "suggestion"),
    SCRIPT_NO_PROCESS("transform.script-no-process", "detail", "suggestion"),
    ILLEGAL_SQL("transform.illegal-sql", "detail", "suggestion"),
    ILLEGAL_SCHEDULE("dsl.illegal-schedule", "schedule", "detail", "suggestion"),
    START_FROM_UNPARSABLE("capture.start-from-unparsable", "value", "suggestion");

    private final String code;
    private final List<String> parameters;

    ExpressionError(String code, String... parameters) {
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
