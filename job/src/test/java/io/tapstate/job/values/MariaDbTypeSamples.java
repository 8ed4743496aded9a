package io.tapstate.job.values;

import io.tapstate.connectors.embedded.DatabaseServer;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The types of MySQL that MariaDB has too, and those that only MariaDB has. */
final class MariaDbTypeSamples implements TypeSamples {
    private final MySqlTypeSamples mySql = new MySqlTypeSamples();
    private final DatabaseServer server;
    private final List<TypeSample> samples = new ArrayList<>();
    private final List<String> without = new ArrayList<>();

    /** Asks the server which types and values it knows. */
    MariaDbTypeSamples(DatabaseServer server) throws SQLException {
        this.server = server;
        try (TestDatabase database = fresh();
                Connection connection = writer(database);
                Statement statement = connection.createStatement()) {
            for (TypeSample sample : Stream.concat(mySql.samples().stream(), own().stream())
                    .toList()) {
                if (knows(statement, sample)) {
                    samples.add(sample);
                } else {
                    without.add(sample.declaration());
                }
            }
        }
    }

    private static List<TypeSample> own() {
        return List.of(
                TypeSample.of("MariaDB", "uuid", io.tapstate.connectors.api.ColumnType.UNSUPPORTED),
                TypeSample.of("MariaDB", "inet6", io.tapstate.connectors.api.ColumnType.UNSUPPORTED),
                TypeSample.of("MariaDB", "inet4", io.tapstate.connectors.api.ColumnType.UNSUPPORTED));
    }

    private static boolean knows(Statement statement, TypeSample sample) throws SQLException {
        statement.execute("DROP TABLE IF EXISTS probe");
        try {
            statement.execute("CREATE TABLE probe (c " + sample.declaration() + " NULL)");
            for (TypeSample.Value value : sample.values()) {
                statement.execute("INSERT INTO probe VALUES (" + value.literal() + ")");
            }
            return true;
        } catch (SQLException e) {
            // That is the answer; which types it is given for, the test knows.
            return false;
        }
    }

    /** Declarations that this server does not take, or not with all of the values. */
    List<String> without() {
        return without;
    }

    @Override
    public String connector() {
        return mySql.connector();
    }

    @Override
    public TestDatabase fresh() {
        return TestDatabases.freshDatabase(server, "samples");
    }

    @Override
    public Connection writer(TestDatabase database) throws SQLException {
        return mySql.writer(database);
    }

    @Override
    public List<String> preparation() {
        return mySql.preparation();
    }

    @Override
    public List<String> disturbance(TestDatabase database, String zone) {
        return mySql.disturbance(database, zone);
    }

    @Override
    public List<String> recovery() {
        return mySql.recovery();
    }

    @Override
    public List<TypeSample> samples() {
        return samples;
    }
}
