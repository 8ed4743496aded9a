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
    WAL_LEVEL("connection.wal-level", ErrorClass.USER, "address", "level"),
    PRIVILEGE_MISSING("connection.privilege-missing", ErrorClass.USER, "address", "username", "privilege", "statement"),
    NO_FREE_SLOT("connection.no-free-slot", ErrorClass.EXTERNAL, "address", "slots"),
    DISCOVER_FAILED("connector.discover-failed", ErrorClass.EXTERNAL, "connector", "address", "detail"),
    URL_UNSUPPORTED("connection.url-unsupported", ErrorClass.USER, "url"),
    SQL_REFUSED("connection.sql-refused", ErrorClass.USER, "state", "detail");

    private final String code;
    private final ErrorClass errorClass;
    private final List<String> parameters;

    ConnectionError(String code, ErrorClass errorClass, String... parameters) {
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
