package io.tapstate.connectors.mongodb.runtime;

import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.List;

/** Faults of the store that views are written to. */
public enum ViewStoreError implements ErrorCode {
    VIEW_STORE_UNREACHABLE("actuation.view-store-unreachable", ErrorClass.EXTERNAL, "store", "reason"),
    VIEW_INDEX_REFUSED("actuation.view-index-refused", ErrorClass.USER, "collection", "index", "reason"),
    VIEW_WRITE_REFUSED("actuation.view-write-refused", ErrorClass.USER, "collection", "reason");

    private final String code;
    private final ErrorClass errorClass;
    private final List<String> parameters;

    ViewStoreError(String code, ErrorClass errorClass, String... parameters) {
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
