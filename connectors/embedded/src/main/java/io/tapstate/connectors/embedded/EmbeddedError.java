package io.tapstate.connectors.embedded;

import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.List;

/** Faults of starting a server on this machine. */
public enum EmbeddedError implements ErrorCode {
    FOLDER_NOT_WRITABLE("embedded.folder-not-writable", "folder", "reason"),
    FOLDER_IN_USE("embedded.folder-in-use", "folder"),
    FOLDER_OF_ANOTHER_PRODUCT("embedded.folder-of-another-product", "folder", "found", "expected"),
    DISK_FULL("embedded.disk-full", "folder"),
    SERVER_NOT_STARTED("embedded.server-not-started", "product", "reason", "log"),
    ORPHAN_NOT_STOPPED("embedded.orphan-not-stopped", "product", "pid", "folder"),
    UNSUPPORTED_PLATFORM("embedded.unsupported-platform", "platform"),
    MISSING_LIBRARY("embedded.missing-library", "library", "product", "reason");

    private final String code;
    private final List<String> parameters;

    EmbeddedError(String code, String... parameters) {
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
        return ErrorClass.RESOURCE;
    }

    @Override
    public List<String> parameters() {
        return parameters;
    }
}
