package io.tapstate.planner.plan;

import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.List;

/** Faults of a plan: of a saved one, and of one that cannot be run. */
public enum PlanError implements ErrorCode {
    FILE_UNREADABLE("plan.file-unreadable", "detail"),
    VERSION_UNKNOWN("plan.version-unknown", "what", "version", "known"),
    /** {@code was} and {@code is} are the first digits of fingerprints. */
    OUTDATED("plan.outdated", "what", "was", "is"),
    NOT_SUPPORTED_YET("plan.not-supported-yet", "feature");

    private final String code;
    private final List<String> parameters;

    PlanError(String code, String... parameters) {
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
