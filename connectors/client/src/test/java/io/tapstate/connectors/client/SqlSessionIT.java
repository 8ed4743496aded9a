package io.tapstate.connectors.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.embedded.DatabaseServer;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlSessionIT {
    private static TestDatabase fresh(String connector) {
        return connector.equals("mysql") ? TestDatabases.freshMySql("sql") : TestDatabases.freshPostgres("sql");
    }

    private static SqlSession open(TestDatabase database) {
        DatabaseServer server = database.server();
        String scheme = server.product().startsWith("PostgreSQL") ? "jdbc:postgresql" : "jdbc:mysql";
        return SqlSession.open(
                scheme + "://" + server.host() + ":" + server.port() + "/" + database.name(),
                server.user(),
                server.password());
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "postgres"})
    void statementsChangeRowsAndQueriesReturnThem(String connector) {
        try (TestDatabase database = fresh(connector);
                SqlSession session = open(database)) {
            assertThat(session.run(
                            "CREATE TABLE orders (id INT PRIMARY KEY, customer VARCHAR(9), amount DECIMAL(10,2))", 9))
                    .isEqualTo(new SqlResult.Changed(0));
            assertThat(session.run("INSERT INTO orders VALUES (1,'alice',10.00),(2,NULL,20.50);", 9))
                    .isEqualTo(new SqlResult.Changed(2));
            assertThat(session.run("UPDATE orders SET customer='alicia' WHERE id=1", 9))
                    .isEqualTo(new SqlResult.Changed(1));
            assertThat(session.run("SELECT id, customer AS who, amount FROM orders ORDER BY id", 9))
                    .isEqualTo(new SqlResult.Rows(
                            List.of("id", "who", "amount"),
                            List.of(List.of("1", "alicia", "10.00"), Arrays.asList("2", null, "20.50")),
                            false));
            assertThat(session.run("SELECT id FROM orders ORDER BY id", 2))
                    .isEqualTo(new SqlResult.Rows(List.of("id"), List.of(List.of("1"), List.of("2")), false));
            assertThat(session.run("SELECT id FROM orders ORDER BY id", 1))
                    .isEqualTo(new SqlResult.Rows(List.of("id"), List.of(List.of("1")), true));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "postgres"})
    void theServersOwnWordsComeWithTheSqlState(String connector) {
        try (TestDatabase database = fresh(connector);
                SqlSession session = open(database)) {
            Diagnostic fault = refusal(() -> session.run("SELECT * FROM nowhere", 9));
            assertThat(fault.code()).isEqualTo("connection.sql-refused");
            assertThat(fault.parameters()).containsEntry("state", connector.equals("mysql") ? "42S02" : "42P01");
            assertThat(fault.message()).contains("nowhere");
            assertThat(session.run("SELECT 1 AS one", 9))
                    .as("the session is still usable")
                    .isEqualTo(new SqlResult.Rows(List.of("one"), List.of(List.of("1")), false));
        }
    }

    @Test
    void anAddressWithCredentialsOrParametersIsRefusedWithoutShowingThem() {
        for (String url : List.of(
                "jdbc:mysql://u:s3cr3t@127.0.0.1:1/db",
                "jdbc:postgresql://127.0.0.1:1/db?user=u&password=s3cr3t",
                "jdbc:oracle://127.0.0.1:1/db",
                "127.0.0.1")) {
            Diagnostic fault = refusal(() -> SqlSession.open(url, "u", "p"));
            assertThat(fault.code()).isEqualTo("connection.url-unsupported");
            assertThat(fault.message()).doesNotContain("s3cr3t");
        }
    }

    private static Diagnostic refusal(ThrowingCallable work) {
        TapException refused = catchThrowableOfType(TapException.class, work);
        assertThat(refused).as("a refusal").isNotNull();
        return refused.diagnostics().get(0);
    }
}
