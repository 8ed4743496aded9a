package io.tapstate.cli.error;

import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.List;

/** Faults that the command line itself finds, each with the exit status it leads to. */
public enum CliError implements ErrorCode {
    USAGE("cli.usage", ErrorClass.USER, ExitCode.USAGE, "reason", "verb"),
    UNEXPECTED("cli.unexpected", ErrorClass.INTERNAL, ExitCode.REFUSED, "detail"),
    DISTRIBUTION_INCOMPLETE("cli.distribution-incomplete", ErrorClass.RESOURCE, ExitCode.REFUSED, "path"),
    FOLDER_UNUSABLE("cli.folder-unusable", ErrorClass.RESOURCE, ExitCode.REFUSED, "path", "reason"),
    DISK_FULL("cli.disk-full", ErrorClass.RESOURCE, ExitCode.REFUSED, "path", "free", "needed"),
    STATE_IN_USE("cli.state-in-use", ErrorClass.USER, ExitCode.REFUSED, "path", "pid"),
    INVALID_COLLECTION("cli.invalid-collection", ErrorClass.USER, ExitCode.USAGE, "name"),
    INVALID_LIMIT("cli.invalid-limit", ErrorClass.USER, ExitCode.USAGE, "value"),
    INVALID_SERVER_URL("cli.invalid-server-url", ErrorClass.USER, ExitCode.USAGE, "option", "expected"),
    INVALID_PORTS("cli.invalid-ports", ErrorClass.USER, ExitCode.USAGE, "value"),
    UNKNOWN_KIND("cli.unknown-kind", ErrorClass.USER, ExitCode.USAGE, "kind", "suggestion"),
    UNKNOWN_CONNECTOR("cli.unknown-connector", ErrorClass.USER, ExitCode.REFUSED, "connector", "suggestion"),
    RESOURCE_NOT_FOUND("cli.resource-not-found", ErrorClass.USER, ExitCode.REFUSED, "id", "folder", "suggestion"),
    NOT_A_SOURCE("cli.not-a-source", ErrorClass.USER, ExitCode.REFUSED, "id", "kind"),
    NO_SOURCES("cli.no-sources", ErrorClass.USER, ExitCode.REFUSED, "folder"),
    ARTIFACT_EXISTS("cli.artifact-exists", ErrorClass.USER, ExitCode.REFUSED, "path", "id"),
    MISSING_ANSWER("cli.missing-answer", ErrorClass.USER, ExitCode.USAGE, "option", "what"),
    INVALID_ANSWER("cli.invalid-answer", ErrorClass.USER, ExitCode.USAGE, "option", "value", "expected"),
    UNKNOWN_SETTING("cli.unknown-setting", ErrorClass.USER, ExitCode.USAGE, "name", "connector", "suggestion"),
    SECRET_IN_ARGUMENT("cli.secret-in-argument", ErrorClass.USER, ExitCode.USAGE, "name", "variable"),
    QUESTIONS_NEED_A_TERMINAL("cli.questions-need-a-terminal", ErrorClass.USER, ExitCode.USAGE),
    UNKNOWN_TOPIC("cli.unknown-topic", ErrorClass.USER, ExitCode.REFUSED, "topic", "suggestion"),
    TABLE_NOT_RECORDED("cli.table-not-recorded", ErrorClass.USER, ExitCode.REFUSED, "source", "table", "suggestion"),
    NOT_CONNECTED("cli.not-connected", ErrorClass.USER, ExitCode.UNAVAILABLE, "verb", "folder"),
    PIPELINE_NOT_RUNNING("cli.pipeline-not-running", ErrorClass.USER, ExitCode.UNAVAILABLE, "pipeline", "folder"),
    CONNECT_FAILED("cli.connect-failed", ErrorClass.EXTERNAL, ExitCode.UNAVAILABLE, "address", "reason"),
    DEAD_LETTER_NOT_FOUND("cli.dead-letter-not-found", ErrorClass.USER, ExitCode.REFUSED, "id", "found"),
    DEAD_LETTER_SETTLED("cli.dead-letter-settled", ErrorClass.USER, ExitCode.REFUSED, "id", "status"),
    DEAD_LETTER_INCOMPLETE("cli.dead-letter-incomplete", ErrorClass.USER, ExitCode.REFUSED, "count"),
    DEAD_LETTERS_NOT_CHOSEN("cli.dead-letters-not-chosen", ErrorClass.USER, ExitCode.USAGE),
    WATCH_NEEDS_A_TERMINAL("cli.watch-needs-a-terminal", ErrorClass.USER, ExitCode.UNAVAILABLE),
    ENGINE_CRASHED("cli.engine-crashed", ErrorClass.INTERNAL, ExitCode.JOB_FAILED, "pipeline", "status", "log"),
    ENGINE_SILENT("cli.engine-silent", ErrorClass.INTERNAL, ExitCode.JOB_FAILED, "seconds", "log"),
    DEMO_RUNNING("cli.demo-running", ErrorClass.USER, ExitCode.REFUSED, "path", "pid"),
    DEMO_NOT_RUNNING("cli.demo-not-running", ErrorClass.USER, ExitCode.UNAVAILABLE, "path"),
    DEMO_FOLDER_FOREIGN("cli.demo-folder-foreign", ErrorClass.USER, ExitCode.REFUSED, "path"),
    CHECK_NEEDS_AN_EMPTY_FOLDER("cli.check-needs-an-empty-folder", ErrorClass.USER, ExitCode.REFUSED, "path"),
    DEMO_DATABASE_REFUSED("cli.demo-database-refused", ErrorClass.EXTERNAL, ExitCode.REFUSED, "database", "reason"),
    DEMO_SERVER_ENDED("cli.demo-server-ended", ErrorClass.RESOURCE, ExitCode.JOB_FAILED, "product", "path"),
    CHECK_FAILED("cli.check-failed", ErrorClass.INTERNAL, ExitCode.REFUSED, "step", "reason");

    private final String code;
    private final ErrorClass errorClass;
    private final int exitCode;
    private final List<String> parameters;

    CliError(String code, ErrorClass errorClass, int exitCode, String... parameters) {
        this.code = code;
        this.errorClass = errorClass;
        this.exitCode = exitCode;
        this.parameters = List.of(parameters);
    }

    /** The exit status this fault leads to. */
    public int exitCode() {
        return exitCode;
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
