package io.tapstate.connectors.api;

import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.List;

/** Faults of a connection's settings. */
public enum ConfigError implements ErrorCode {
    UNDEFINED_VARIABLE("dsl.undefined-variable", "name"),
    CONFIG_REQUIRED("dsl.config-required", "field", "connector"),
    CONFIG_TYPE_MISMATCH("dsl.config-type-mismatch", "field", "connector", "expected", "value"),
    CONFIG_VALUE_INVALID("dsl.invalid-config-value", "field", "connector", "value", "allowed"),
    CONFIG_WRITTEN_TWICE("dsl.config-written-twice", "field", "other", "connector"),
    CONFIG_WITHOUT_EFFECT("dsl.config-without-effect", "field", "connector", "condition");

    private final String code;
    private final List<String> parameters;

    ConfigError(String code, String... parameters) {
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
