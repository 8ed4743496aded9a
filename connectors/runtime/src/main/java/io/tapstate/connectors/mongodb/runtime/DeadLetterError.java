package io.tapstate.connectors.mongodb.runtime;

import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.List;

/** Faults of the place where dead letters are kept. */
public enum DeadLetterError implements ErrorCode {
    DEAD_LETTER_STORE_UNREACHABLE(
            "actuation.dead-letter-store-unreachable", ErrorClass.EXTERNAL, "store", "step", "reason"),
    DEAD_LETTER_REFUSED("actuation.dead-letter-refused", ErrorClass.USER, "store", "step", "reason");

    private final String code;
    private final ErrorClass errorClass;
    private final List<String> parameters;

    DeadLetterError(String code, ErrorClass errorClass, String... parameters) {
        this.code = code;
        this.errorClass = errorClass;
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
        return errorClass;
    }

    @Override
    public List<String> parameters() {
        return parameters;
    }
}
