package io.tapstate.job.query;

import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.List;

/** What is wrong with a query, or with a row that it reads or gives. */
public enum QueryError implements ErrorCode {
    /** Flink does not run it. */
    REFUSED("transform.query-refused", "step", "detail"),
    /** A value that SQL's type, or a column's on the way out, does not hold exactly. */
    VALUE_NOT_HELD("transform.query-value-not-held", "step", "column", "type"),
    /** A change without the old row, of rows that nothing identifies. */
    OLD_ROW_MISSING("transform.query-old-row-missing", "step", "table");

    private final String code;
    private final List<String> parameters;

    QueryError(String code, String... parameters) {
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
