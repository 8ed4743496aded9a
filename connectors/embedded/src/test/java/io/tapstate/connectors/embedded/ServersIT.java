package io.tapstate.connectors.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every database server promises. */
class ServersIT {
    @TempDir
    Path folder;

    static Stream<Product> products() {
        return Stream.of(Product.values());
    }

    @ParameterizedTest
    @MethodSource("products")
    void keepsItsDataAndItsPortAcrossARestart(Product product) throws SQLException {
        int port;
        String password;
        List<String> progress = new ArrayList<>();
        try (DatabaseServer server = product.start(folder, progress)) {
            port = server.port();
            password = server.password();
            assertThat(server.product()).matches(product.expectedName());
            assertThat(ProcessHandle.of(server.pid())).isPresent();
            run(server, product.systemDatabase, "CREATE DATABASE shop");
            run(server, "shop", "CREATE TABLE notes (id INT PRIMARY KEY, note VARCHAR(50))");
            run(server, "shop", "INSERT INTO notes VALUES (1, 'grüße 🚀')");
        }
        assertThat(progress).as("one line for the preparation").isNotEmpty();

        List<String> second = new ArrayList<>();
        try (DatabaseServer server = product.start(folder, second)) {
            assertThat(server.port()).isEqualTo(port);
            assertThat(server.password()).isEqualTo(password);
            assertThat(ask(server, "shop", "SELECT note FROM notes WHERE id = 1"))
                    .isEqualTo("grüße 🚀");
        }
        assertThat(second).as("nothing takes long at the second start").isEmpty();
    }

    static void run(DatabaseServer server, String database, String sql) throws SQLException {
        try (Connection connection = connect(server, database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static String ask(DatabaseServer server, String database, String sql) throws SQLException {
        try (Connection connection = connect(server, database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).as(sql).isTrue();
            return rows.getString(rows.getMetaData().getColumnCount());
        }
    }

    static Connection connect(DatabaseServer server, String database) throws SQLException {
        return DriverManager.getConnection(server.jdbcUrl(database), server.user(), server.password());
    }
}
