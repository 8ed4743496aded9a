package io.tapstate.planner.dsl;

import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.List;

/** Faults of a file's text, whatever the databases hold. */
public enum DslError implements ErrorCode {
    MALFORMED_YAML("dsl.malformed-yaml", "detail"),
    MALFORMED_INTERPOLATION("dsl.malformed-interpolation", "ref"),
    UNKNOWN_FIELD("dsl.unknown-field", "field", "where", "suggestion"),
    REQUIRED_FIELD("dsl.required-field", "field", "where", "expected"),
    ILLEGAL_VALUE("dsl.illegal-value", "field", "value", "expected"),
    FORBIDDEN_FIELD("dsl.forbidden-field", "field", "where", "remedy"),
    OLDER_DIALECT("dsl.older-dialect", "found", "remedy"),
    COMPOSITION("dsl.composition", "detail", "remedy"),
    DUPLICATE_ID("dsl.duplicate-id", "id", "other"),
    MISSING_REFERENCE("dsl.missing-reference", "ref", "what", "suggestion"),
    AMBIGUOUS_REFERENCE("dsl.ambiguous-reference", "ref", "candidates"),
    MODE_MISMATCH("dsl.mode-mismatch", "field", "value", "reason", "remedy"),
    UNSUPPORTED_MODE("dsl.unsupported-mode", "connector", "mode", "allowed"),
    KIND_DIR_MISMATCH("cli.kind-dir-mismatch", "kind", "dir");

    private final String code;
    private final List<String> parameters;

    DslError(String code, String... parameters) {
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
