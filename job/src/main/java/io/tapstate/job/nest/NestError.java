package io.tapstate.job.nest;

import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.List;

/** What a nest can meet while it runs. */
public enum NestError implements ErrorCode {
    /** A table that gave whole old rows when the pipeline was planned gives less now. */
    BEFORE_IMAGE_MISSING("nest.before-image-missing", "table", "columns"),
    /** Two rows of a flat embed stay in one parent. */
    FLAT_CARDINALITY_VIOLATION("nest.flat-cardinality-violation", "alias", "table"),
    /** A row of a flat embed brings a field that its parent has, with another value. */
    FLAT_VALUE_CONFLICT("nest.flat-value-conflict", "alias", "field", "table"),
    /** A document has more embedded rows than it may. */
    ROOT_FANOUT_LIMIT_EXCEEDED("nest.root-fanout-limit-exceeded", "table", "rootKey", "limit");

    private final String code;
    private final List<String> parameters;

    NestError(String code, String... parameters) {
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
