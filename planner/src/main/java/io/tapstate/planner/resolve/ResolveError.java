package io.tapstate.planner.resolve;

import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.List;

/** Names that bind to nothing, or to too much. */
public enum ResolveError implements ErrorCode {
    PIPELINE_NOT_FOUND("actuation.pipeline-not-found", "pipeline", "suggestion"),
    NOT_A_PIPELINE("actuation.not-a-pipeline", "id", "kind"),
    TABLE_NOT_DISCOVERED("actuation.source-table-not-discovered", "source", "table", "suggestion"),
    TABLE_KEY_MISSING("actuation.table-key-missing", "table"),
    OLD_ROWS_MISSING("actuation.replica-identity-missing", "table"),
    KEY_AMBIGUOUS("nest.key-ambiguous", "table", "indexes"),
    DECLARED_KEY_DIFFERS("actuation.declared-key-differs", "table", "declared", "key"),
    SELECTION_EMPTY("actuation.source-table-selection-empty", "source"),
    FROM_REGEX_INVALID("actuation.from-regex-invalid", "regex", "detail"),
    FROM_REGEX_EMPTY("actuation.from-regex-empty", "regex", "names"),
    VIEW_FED_BY_MANY_TABLES("actuation.view-fed-by-many-tables", "view", "tables"),
    STEP_UNUSED(Severity.WARNING, "dsl.step-unused", "step");

    private final Severity severity;
    private final String code;
    private final List<String> parameters;

    ResolveError(String code, String... parameters) {
        this(Severity.ERROR, code, parameters);
    }

    ResolveError(Severity severity, String code, String... parameters) {
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
