package io.tapstate.connectors.client;

import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.List;

/** Faults of databases met while connecting to them or judging whether changes can be captured. */
public enum ConnectionError implements ErrorCode {
    UNREACHABLE("connection.unreachable", ErrorClass.EXTERNAL, "server", "address", "detail"),
    LOGIN_REFUSED("connection.login-refused", ErrorClass.USER, "server", "address", "username", "detail"),
    DATABASE_MISSING("connection.database-missing", ErrorClass.USER, "server", "address", "database", "username"),
    SCHEMA_MISSING("connection.schema-missing", ErrorClass.USER, "server", "address", "database", "schema"),
    BINLOG_OFF("connection.binlog-off", ErrorClass.USER, "address"),
    BINLOG_FORMAT("connection.binlog-format", ErrorClass.USER, "address", "format"),
    BINLOG_ROW_IMAGE("connection.binlog-row-image", ErrorClass.USER, "address", "image"),
    BINLOG_PARTIAL_JSON("connection.binlog-partial-json", ErrorClass.USER, "address"),
    WAL_LEVEL("connection.wal-level", ErrorClass.USER, "address", "level"),
    PRIVILEGE_MISSING("connection.privilege-missing", ErrorClass.USER, "address", "username", "privilege", "statement"),
    NO_FREE_SLOT("connection.no-free-slot", ErrorClass.EXTERNAL, "address", "slots"),
    SERVER_ID("connection.server-id", ErrorClass.USER, "address"),
    LOG_RETENTION_SHORT(Severity.WARNING, "connection.log-retention-short", ErrorClass.USER, "address", "kept"),
    SERVER_OLD(Severity.WARNING, "connection.server-old", ErrorClass.USER, "server", "address", "version", "least"),
    TABLE_MISSING("connection.table-missing", ErrorClass.USER, "address", "namespace", "tables"),
    NO_TABLES(Severity.WARNING, "connection.no-tables", ErrorClass.USER, "address", "namespace", "username"),
    TABLE_UNREADABLE("connection.table-unreadable", ErrorClass.USER, "address", "username", "tables", "statement"),
    SCHEMA_HIDDEN("connection.schema-hidden", ErrorClass.USER, "address", "username", "schema", "statement"),
    NO_FREE_SENDER("connection.no-free-sender", ErrorClass.EXTERNAL, "address", "senders"),
    PUBLICATION_RIGHT("connection.publication-right", ErrorClass.USER, "address", "username", "missing", "statement"),
    REPLICA_IDENTITY_KEY(Severity.WARNING, "connection.replica-identity-key", ErrorClass.USER, "tables", "statement"),
    REPLICA_IDENTITY_MISSING("connection.replica-identity-missing", ErrorClass.USER, "tables", "statement"),
    SETTING_NOT_ACTED_ON(Severity.WARNING, "connection.setting-not-acted-on", ErrorClass.USER, "field", "connector"),
    CAPABILITY_MISSING("connector.capability-missing", ErrorClass.USER, "connector", "capability"),
    TEST_FAILED("connector.test-failed", ErrorClass.EXTERNAL, "connector", "address", "detail"),
    DISCOVER_FAILED("connector.discover-failed", ErrorClass.EXTERNAL, "connector", "address", "detail"),
    URL_UNSUPPORTED("connection.url-unsupported", ErrorClass.USER, "url"),
    SQL_REFUSED("connection.sql-refused", ErrorClass.USER, "state", "detail");

    private final Severity severity;
    private final String code;
    private final ErrorClass errorClass;
    private final List<String> parameters;

    ConnectionError(String code, ErrorClass errorClass, String... parameters) {
        this(Severity.ERROR, code, errorClass, parameters);
    }

    ConnectionError(Severity severity, String code, ErrorClass errorClass, String... parameters) {
        this.severity = severity;
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
        return severity;
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
