package io.tapstate.job.values;

import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;

/** MySQL 8.0. */
final class MySqlTypeSamples implements TypeSamples {
    @Override
    public String connector() {
        return "mysql";
    }

    @Override
    public TestDatabase fresh() {
        return TestDatabases.freshMySql("samples");
    }

    @Override
    public Connection writer(TestDatabase database) throws SQLException {
        Connection connection = database.connect();
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION time_zone = '+00:00', sql_mode = 'ALLOW_INVALID_DATES'");
        }
        return connection;
    }

    @Override
    public List<String> preparation() {
        return List.of();
    }

    @Override
    public List<String> disturbance(TestDatabase database, String zone) {
        return List.of(
                "SET GLOBAL time_zone = '" + zone + "'",
                "SET GLOBAL sql_mode = 'ANSI_QUOTES,PAD_CHAR_TO_FULL_LENGTH,NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT'");
    }

    @Override
    public List<String> recovery() {
        return List.of("SET GLOBAL time_zone = '+00:00'", "SET GLOBAL sql_mode = DEFAULT");
    }

    @Override
    public List<TypeSample> samples() {
        return Stream.of(
                        MySqlNumberSamples.numbers(),
                        MySqlTextSamples.characters(),
                        MySqlTextSamples.textInOtherCharacterSets(),
                        MySqlTextSamples.bytes(),
                        MySqlOtherSamples.datesAndTimes(),
                        MySqlOtherSamples.json(),
                        MySqlOtherSamples.geometry())
                .flatMap(List::stream)
                .toList();
    }
}
