package io.tapstate.job.nest;

import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.List;

/** What a nest can meet while it runs. */
public enum NestError implements ErrorCode {
    /** A table that gave whole old rows when the pipeline was planned gives less now. */
    BEFORE_IMAGE_MISSING("nest.before-image-missing", "table", "columns");

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
