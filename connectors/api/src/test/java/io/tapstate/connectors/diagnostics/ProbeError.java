package io.tapstate.connectors.diagnostics;

import java.util.List;

/** Codes for the tests of the kernel itself. */
enum ProbeError implements ErrorCode {
    PLAIN("probe.plain"),
    FILLED("probe.filled", "name", "value"),
    UNWORDED("probe.unworded");

    private final String code;
    private final List<String> parameters;

    ProbeError(String code, String... parameters) {
        this.code = code;
        this.parameters = List.of(parameters);
    }

    @Override
    public String code() {
        return code;
    }

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public ErrorClass errorClass() {
        return ErrorClass.EXTERNAL;
    }

    @Override
    public List<String> parameters() {
        return parameters;
    }
}
