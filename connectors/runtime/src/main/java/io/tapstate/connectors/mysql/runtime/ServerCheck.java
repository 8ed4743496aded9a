package io.tapstate.connectors.mysql.runtime;

import com.mysql.cj.jdbc.Driver;
import io.tapstate.connectors.cdc.PhasedSource;
import io.tapstate.connectors.cdc.SourceFaults;
import io.tapstate.connectors.mysql.MySqlOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;

/** Asks whether the server lets the source in, before the library does, whose fault would hide the cause. */
final class ServerCheck implements PhasedSource.Preparation {
    private static final long serialVersionUID = 1L;
    private static final String CONNECT_MILLIS = "10000";

    private final MySqlOptions options;
    private final SourceFaults faults;
    private final String watch;

    /** @param watch see {@link WatchedHistory} */
    ServerCheck(MySqlOptions options, SourceFaults faults, String watch) {
        this.options = options;
        this.faults = faults;
        this.watch = watch;
    }

    @Override
    public void before(boolean restored) {
        Properties properties = new Properties();
        properties.setProperty("user", options.username());
        properties.setProperty("password", options.password());
        properties.setProperty("connectTimeout", CONNECT_MILLIS);
        properties.setProperty("allowPublicKeyRetrieval", "true");
        String url = "jdbc:mysql://" + options.host() + ":" + options.port() + "/";
        // Through the driver itself: DriverManager does not see drivers of a job's class loader.
        try (Connection connection = new Driver().connect(url, properties)) {
            connection.getMetaData().getDatabaseProductVersion();
        } catch (SQLException e) {
            throw faults.unreachable(e, e);
        }
    }

    @Override
    public void beforeContinuing() {
        // The library compares the position with the logs the server has; see SourceFaults.
    }

    @Override
    public void beforeSaving() {
        WatchedHistory.requireNothingLost(watch);
    }

    @Override
    public void after() {
        // Nothing was made.
    }
}
