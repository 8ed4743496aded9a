package io.tapstate.job.values;

import io.tapstate.connectors.api.ColumnType;
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
            Stream<TypeSample> shared = mySql.samples().stream()
                    .filter(sample -> sample.representation() != ColumnType.JSON)
                    .map(MariaDbTypeSamples::shared);
            for (TypeSample sample : Stream.concat(shared, own().stream()).toList()) {
                if (knows(statement, sample)) {
                    samples.add(sample);
                } else {
                    without.add(sample.declaration());
                }
            }
        }
    }

    /** Its JSON is text with a check, and its geometry knows no axis order of a reference system. */
    private static List<TypeSample> own() {
        return List.of(
                TypeSample.of("MariaDB", "json", ColumnType.STRING)
                        .value("'  [1 ,2]  '", TypeSample.text("  [1 ,2]  "))
                        .value(
                                "'[123456789012345678901234567890, 1.0, 1e14]'",
                                TypeSample.text("[123456789012345678901234567890, 1.0, 1e14]"))
                        .value("JSON_ARRAY('\\Z é 中 😀')", TypeSample.text("[\"\\u001A é 中 😀\"]")),
                TypeSample.of("MariaDB", "uuid", ColumnType.UNSUPPORTED),
                TypeSample.of("MariaDB", "inet6", ColumnType.UNSUPPORTED),
                TypeSample.of("MariaDB", "inet4", ColumnType.UNSUPPORTED),
                TypeSample.of("MariaDB", "int invisible", ColumnType.UNSUPPORTED));
    }

    /** Without the values that mean something else to this server. */
    private static TypeSample shared(TypeSample sample) {
        return new TypeSample(
                sample.family(),
                sample.declaration(),
                sample.representation(),
                sample.key(),
                sample.values().stream()
                        .filter(value -> !value.literal().endsWith("4326)"))
                        .toList(),
                sample.note());
    }

    private static boolean knows(Statement statement, TypeSample sample) throws SQLException {
        statement.execute("DROP TABLE IF EXISTS probe");
        try {
            statement.execute("CREATE TABLE probe (id INT, c " + sample.declaration() + " NULL)");
            for (TypeSample.Value value : sample.values()) {
                statement.execute("INSERT INTO probe (c) VALUES (" + value.literal() + ")");
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
