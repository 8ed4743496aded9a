package io.tapstate.connectors.mongodb.runtime;

import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.List;

/** Faults of what views and syncs are written to, and of single documents that it does not take. */
public enum TargetError implements ErrorCode {
    VIEW_STORE_UNREACHABLE("actuation.view-store-unreachable", ErrorClass.EXTERNAL, "store", "reason"),
    TARGET_UNREACHABLE("actuation.target-unreachable", ErrorClass.EXTERNAL, "store", "step", "reason"),
    TARGET_MISSING("actuation.target-missing", ErrorClass.USER, "collection", "store", "step"),
    TARGET_NOT_EMPTY("actuation.target-not-empty", ErrorClass.USER, "collection", "store", "step", "documents"),
    TARGET_OWNED(
            "actuation.target-owned", ErrorClass.USER, "collection", "store", "pipeline", "step", "owner", "ownerStep"),
    TARGET_WRITTEN_TWICE("actuation.target-written-twice", ErrorClass.USER, "collection", "store", "step", "other"),
    INDEX_REFUSED("actuation.index-refused", ErrorClass.USER, "collection", "index", "reason"),
    /** Of one document. */
    WRITE_REFUSED("actuation.write-refused", ErrorClass.USER, "collection", "reason"),
    /** Of one document. */
    DOCUMENT_TOO_LARGE("actuation.document-too-large", ErrorClass.USER, "collection", "bytes", "limit"),
    /** Of one document. */
    KEY_TOO_LARGE("actuation.key-too-large", ErrorClass.USER, "collection", "bytes"),
    /** Of one change. */
    KEY_COLUMN_ABSENT("actuation.key-column-absent", ErrorClass.USER, "collection", "column"),
    /** Of one change. */
    ID_BESIDE_KEY("actuation.id-beside-key", ErrorClass.USER, "collection");

    private final String code;
    private final ErrorClass errorClass;
    private final List<String> parameters;

    TargetError(String code, ErrorClass errorClass, String... parameters) {
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
