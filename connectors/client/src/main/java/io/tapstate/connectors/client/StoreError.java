package io.tapstate.connectors.client;

import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.List;

/** Faults met while reading documents. {@code store} is always an address without user and password. */
public enum StoreError implements ErrorCode {
    UNREACHABLE("store.unreachable", ErrorClass.EXTERNAL, "store", "reason"),
    INVALID_URI("store.invalid-uri", ErrorClass.USER, "reason"),
    LOGIN_REFUSED("store.login-refused", ErrorClass.USER, "store", "reason"),
    READ_FAILED("store.read-failed", ErrorClass.EXTERNAL, "store", "collection", "reason"),
    WRITE_REFUSED("store.write-refused", ErrorClass.USER, "store", "action", "reason"),
    FILTER_INVALID("find.filter-invalid", ErrorClass.USER, "filter", "reason");

    private final String code;
    private final ErrorClass errorClass;
    private final List<String> parameters;

    StoreError(String code, ErrorClass errorClass, String... parameters) {
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
