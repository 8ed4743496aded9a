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
    KEY_AMBIGUOUS("nest.key-ambiguous", "table", "indexes");

    private final String code;
    private final List<String> parameters;

    ResolveError(String code, String... parameters) {
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
