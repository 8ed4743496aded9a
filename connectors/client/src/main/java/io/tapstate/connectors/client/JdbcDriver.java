package io.tapstate.connectors.client;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;

/**
 * The JDBC drivers we speak through, loaded by name and asked directly. Going through {@link java.sql.DriverManager}
 * would miss drivers that stand in a job's own class loader.
 */
enum JdbcDriver {
    MYSQL("com.mysql.cj.jdbc.Driver"),
    POSTGRES("org.postgresql.Driver");

    private final String className;

    JdbcDriver(String className) {
        this.className = className;
    }

    /**
     * Opens a connection.
     *
     * @param properties driver settings, user and password among them
     */
    Connection connect(String url, Properties properties) throws SQLException {
        Connection connection = load().connect(url, properties);
        if (connection == null) {
            throw new SQLException("the driver does not take this address", "08001");
        }
        return connection;
    }

    private Driver load() {
        try {
            return (Driver) Class.forName(className, true, JdbcDriver.class.getClassLoader())
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no " + className + " on the class path", e);
        }
    }
}
