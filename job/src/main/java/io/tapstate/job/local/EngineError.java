package io.tapstate.job.local;

import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.List;

/** Faults of the local engine: its state directory, its port, and what became of the job. */
public enum EngineError implements ErrorCode {
    STATE_DIR_UNUSABLE("engine.state-dir-unusable", ErrorClass.RESOURCE, "path", "reason"),
    STATE_DIR_IN_USE("engine.state-dir-in-use", ErrorClass.USER, "path", "holder"),
    DISK_FULL("engine.disk-full", ErrorClass.RESOURCE, "path"),
    NO_FREE_PORT("engine.no-free-port", ErrorClass.RESOURCE, "ports"),
    CONFIGURATION_UNREADABLE("engine.configuration-unreadable", ErrorClass.USER, "path", "reason"),
    PLAN_CHANGED("engine.plan-changed", ErrorClass.USER, "pipeline", "difference", "path"),
    STATE_UNREADABLE("engine.state-unreadable", ErrorClass.USER, "checkpoint", "reason"),
    JOB_FAILED("engine.job-failed", ErrorClass.INTERNAL, "pipeline", "cause");

    private final String code;
    private final ErrorClass errorClass;
    private final List<String> parameters;

    EngineError(String code, ErrorClass errorClass, String... parameters) {
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
