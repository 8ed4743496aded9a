package io.tapstate.connectors.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tapstate.connectors.diagnostics.TapException;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * One user's way into one database. Tells refusals apart and words them; no message of it ever holds the password.
 *
 * @param host name, IPv4 or IPv6 address
 */
record DatabaseLogin(JdbcDriver driver, String host, int port, String database, String username, String password) {
    private static final int ANSWER_MILLIS = 30_000;

    /**
     * A new connection; the caller closes it.
     *
     * @throws TapException coded: unreachable, login refused, database missing
     */
    Connection connect() {
        // Text that could smuggle driver parameters into the address is not a host name.
        if (!host.matches("[A-Za-z0-9._:%-]+|\\[[A-Za-z0-9.:%]+]")) {
            throw TapException.of(
                    ConnectionError.UNREACHABLE,
                    "server",
                    driver.title(),
                    "address",
                    address(),
                    "detail",
                    "not a host name");
        }
        String url = driver.urlPrefix() + "//" + address() + "/"
                + URLEncoder.encode(database, UTF_8).replace("+", "%20");
        try {
            Connection connection = driver.connect(url, username, password);
            connection.setNetworkTimeout(Runnable::run, ANSWER_MILLIS);
            return connection;
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    /** {@code host:port}, an IPv6 address in brackets. */
    String address() {
        return (host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host) + ":" + port;
    }

    /** What a fault says, without the password. */
    String detail(Throwable fault) {
        String text = String.valueOf(fault.getMessage());
        return password.isEmpty() ? text : text.replace(password, "***");
    }

    private TapException refusal(SQLException fault) {
        if (driver.lacksDatabase(fault)) {
            return TapException.because(
                    fault,
                    ConnectionError.DATABASE_MISSING,
                    "server",
                    driver.title(),
                    "address",
                    address(),
                    "database",
                    database,
                    "username",
                    username);
        }
        if (!driver.refusesLogin(fault)) {
            return TapException.because(
                    fault,
                    ConnectionError.UNREACHABLE,
                    "server",
                    driver.title(),
                    "address",
                    address(),
                    "detail",
                    driver.isUnreachable(fault) ? rootDetail(fault) : detail(fault));
        }
        return TapException.because(
                fault,
                ConnectionError.LOGIN_REFUSED,
                "server",
                driver.title(),
                "address",
                address(),
                "username",
                username,
                "detail",
                detail(fault));
    }

    // Drivers wrap the telling fault in several that only say "no connection".
    private String rootDetail(SQLException fault) {
        Throwable root = fault;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        if (root instanceof UnknownHostException) {
            return "unknown host";
        }
        return root.getMessage() == null ? detail(fault) : detail(root);
    }

    @Override
    public String toString() {
        return driver.title() + " at " + address() + "/" + database;
    }
}
