package io.tapstate.planner.check;

import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.List;

/** Resources that are well-formed by themselves and do not fit together. */
public enum CheckError implements ErrorCode {
    CONNECTOR_NOT_FOUND("connector.not-found", "connector", "suggestion"),
    TABLE_REGEX_INVALID("actuation.source-table-regex-invalid", "regex", "detail"),
    VIEW_STORE_IS_A_CAPTURE_SOURCE("actuation.view-store-is-a-capture-source", "store"),
    NOT_A_TARGET("actuation.not-a-target", "source", "connector", "targets"),
    COLUMN_TYPE_UNSUPPORTED("plan.column-type-unsupported", "column", "table", "type"),
    NAME_NOT_SUPPORTED("capture.name-not-supported", "kind", "name", "table", "reason"),
    KEY_TYPE_UNSUPPORTED("plan.key-type-unsupported", "column", "table", "type"),
    ALIAS_UNUSED(Severity.WARNING, "dsl.alias-unused", "alias", "step"),
    NEST_MEMORY_IS_SHARED(Severity.WARNING, "nest.memory-is-shared", "step"),
    /** The pipeline makes the changes itself. */
    CASCADE_NOT_LOGGED(Severity.WARNING, "capture.cascade-not-logged", "child", "columns", "parent", "actions"),
    CASCADE_NOT_FOLLOWED(
            Severity.WARNING, "capture.cascade-not-followed", "child", "columns", "parent", "actions", "obstacle"),
    DDL_NOT_FOLLOWED(Severity.WARNING, "capture.ddl-not-followed", "table", "obstacle"),
    VIEW_KEY_MISSING("actuation.view-key-missing", "view"),
    VIEW_KEY_NOT_FEED_IDENTITY("actuation.view-key-not-feed-identity", "view", "key", "identity"),
    VIEW_FEED_WITHOUT_KEY("actuation.view-feed-without-key", "view", "stream"),
    JOIN_OUTPUT_KEY_NOT_PUBLISHED("actuation.join-output-key-not-published", "step", "reader"),
    UPSERT_NEEDS_KEY("dsl.upsert-needs-key", "table", "sync");

    private final Severity severity;
    private final String code;
    private final List<String> parameters;

    CheckError(String code, String... parameters) {
        this(Severity.ERROR, code, parameters);
    }

    CheckError(Severity severity, String code, String... parameters) {
        this.severity = severity;
        this.code = code;
        this.parameters = List.of(parameters);
    }

    @Override
    public String code() {
        return code;
    }

    @Override
    public Severity severity() {
        return severity;
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
