package io.tapstate.planner.schema;

import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.List;

/** Faults of recorded schemas. */
public enum SchemaError implements ErrorCode {
    UNREADABLE("schema.snapshot-unreadable", ErrorClass.USER, "path", "reason"),
    FORMAT_UNKNOWN("schema.snapshot-format-unknown", ErrorClass.USER, "path", "format", "known"),
    MISMATCH("schema.snapshot-mismatch", ErrorClass.USER, "path", "source", "what", "recorded", "expected"),
    NOT_WRITABLE("schema.snapshot-not-writable", ErrorClass.RESOURCE, "path", "reason"),
    NOT_DISCOVERED("actuation.source-schema-not-discovered", ErrorClass.USER, "source");

    private final String code;
    private final ErrorClass errorClass;
    private final List<String> parameters;

    SchemaError(String code, ErrorClass errorClass, String... parameters) {
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
