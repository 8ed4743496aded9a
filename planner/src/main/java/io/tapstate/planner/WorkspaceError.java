package io.tapstate.planner;

import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.List;

/** Faults of the folder a workspace lies in. */
public enum WorkspaceError implements ErrorCode {
    NOT_FOUND(ErrorClass.USER, "workspace.not-found", "dir"),
    NOT_A_FOLDER(ErrorClass.USER, "workspace.not-a-folder", "dir"),
    EMPTY(ErrorClass.USER, "workspace.empty", "dir"),
    UNREADABLE(ErrorClass.RESOURCE, "workspace.unreadable", "path", "reason"),
    NOT_UTF8(ErrorClass.USER, "workspace.not-utf8", "path", "offset"),
    FILE_TOO_LARGE(ErrorClass.USER, "workspace.file-too-large", "path", "bytes"),
    OLDER_SUFFIX(ErrorClass.USER, "workspace.older-suffix", "path");

    private final ErrorClass errorClass;
    private final String code;
    private final List<String> parameters;

    WorkspaceError(ErrorClass errorClass, String code, String... parameters) {
        this.errorClass = errorClass;
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
        return errorClass;
    }

    @Override
    public List<String> parameters() {
        return parameters;
    }
}
