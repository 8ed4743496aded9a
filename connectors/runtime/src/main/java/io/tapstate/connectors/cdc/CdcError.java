package io.tapstate.connectors.cdc;

import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.List;

/** Faults met while changes are captured. Messages name tables and columns, never values. */
public enum CdcError implements ErrorCode {
    VALUE_NOT_REPRESENTABLE("capture.value-not-representable", ErrorClass.USER, "table", "column", "type"),
    UNCHANGED_VALUE_NOT_SENT("capture.unchanged-value-not-sent", ErrorClass.USER, "table", "column"),
    KEY_COLUMN_MISSING("capture.key-column-missing", ErrorClass.USER, "table", "column"),
    EVENT_TABLE_NOT_SELECTED("capture.event-table-not-selected", ErrorClass.INTERNAL, "table"),
    SOURCE_UNREACHABLE("capture.source-unreachable", ErrorClass.EXTERNAL, "source", "reason"),
    PUBLICATION_REFUSED("capture.publication-refused", ErrorClass.USER, "publication", "reason"),
    NO_REPLICA_IDENTITY("capture.no-replica-identity", ErrorClass.USER, "table"),
    POSITION_LOST("capture.position-lost", ErrorClass.USER, "source", "reason"),
    TABLE_TRUNCATED("capture.table-truncated", ErrorClass.USER, "table", "position"),
    TABLE_ALTERED("capture.table-altered", ErrorClass.USER, "table", "change", "position"),
    TABLE_DROPPED("capture.table-dropped", ErrorClass.USER, "table", "position");

    private final String code;
    private final ErrorClass errorClass;
    private final List<String> parameters;

    CdcError(String code, ErrorClass errorClass, String... parameters) {
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
