package io.tapstate.connectors.client;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;
import java.util.Set;

/**
 * The JDBC drivers we speak through and what their refusals mean. They are loaded by name and asked directly: going
 * through {@link java.sql.DriverManager} would miss drivers that stand in a job's own class loader.
 */
enum JdbcDriver {
    MYSQL("MySQL", "jdbc:mysql:", "com.mysql.cj.jdbc.Driver") {
        @Override
        void configure(Properties properties) {
            String limit = Integer.toString(CONNECT_SECONDS * 1000);
            properties.setProperty("connectTimeout", limit);
            properties.setProperty("socketTimeout", limit);
            properties.setProperty("sslMode", "DISABLED");
            properties.setProperty("allowPublicKeyRetrieval", "true");
            properties.setProperty("connectionTimeZone", "UTC");
            properties.setProperty("sessionVariables", "sql_mode=''");
        }

        @Override
        boolean refusesLogin(SQLException fault) {
            return MYSQL_LOGIN_REFUSALS.contains(fault.getErrorCode());
        }

        @Override
        boolean lacksDatabase(SQLException fault) {
            return MYSQL_DATABASE_REFUSALS.contains(fault.getErrorCode());
        }

        @Override
        boolean isUnreachable(SQLException fault) {
            return fault.getErrorCode() == 0 && state(fault).startsWith("08");
        }
    },
    POSTGRES("PostgreSQL", "jdbc:postgresql:", "org.postgresql.Driver") {
        @Override
        void configure(Properties properties) {
            String limit = Integer.toString(CONNECT_SECONDS);
            properties.setProperty("connectTimeout", limit);
            properties.setProperty("socketTimeout", limit);
            properties.setProperty("ApplicationName", "tapstate");
        }

        @Override
        boolean refusesLogin(SQLException fault) {
            // 08004 is the driver's own word for "the server wants a password and there is none".
            return state(fault).startsWith("28") || state(fault).equals("08004");
        }

        @Override
        boolean lacksDatabase(SQLException fault) {
            return state(fault).equals("3D000") || state(fault).equals("42501");
        }

        @Override
        boolean isUnreachable(SQLException fault) {
            return state(fault).startsWith("08");
        }
    };

    /** How long a server may take to accept a connection, and to answer each step of the login. */
    private static final int CONNECT_SECONDS = 5;

    // Wrong user or password, host not let in, account locked, password expired.
    private static final Set<Integer> MYSQL_LOGIN_REFUSALS = Set.of(1045, 1130, 1698, 1820, 1862, 3118, 4151);
    // Hidden from this user, missing.
    private static final Set<Integer> MYSQL_DATABASE_REFUSALS = Set.of(1044, 1049);

    private final String title;
    private final String urlPrefix;
    private final String className;

    JdbcDriver(String title, String urlPrefix, String className) {
        this.title = title;
        this.urlPrefix = urlPrefix;
        this.className = className;
    }

    /** The product's name for people. */
    String title() {
        return title;
    }

    /** What its addresses start with. */
    String urlPrefix() {
        return urlPrefix;
    }

    /** Opens a connection. */
    Connection connect(String url, String username, String password) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", username);
        properties.setProperty("password", password);
        configure(properties);
        Connection connection = load().connect(url, properties);
        if (connection == null) {
            throw new SQLException("the driver does not take this address", "08001");
        }
        return connection;
    }

    abstract void configure(Properties properties);

    /** Whether the server said no to this user, rather than not answering. */
    abstract boolean refusesLogin(SQLException fault);

    /** Whether the server has no such database, or hides it from this user. */
    abstract boolean lacksDatabase(SQLException fault);

    /** Whether the server was never spoken to, or the line broke. */
    abstract boolean isUnreachable(SQLException fault);

    private static String state(SQLException fault) {
        return fault.getSQLState() == null ? "" : fault.getSQLState();
    }

    private Driver load() {
        try {
            return Class.forName(className, true, JdbcDriver.class.getClassLoader())
                    .asSubclass(Driver.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no " + className + " on the class path", e);
        }
    }
}
