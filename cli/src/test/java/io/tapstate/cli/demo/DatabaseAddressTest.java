package io.tapstate.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.cli.demo.DatabaseAddress.Kind;
import io.tapstate.cli.error.CliError;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseAddressTest {
    @Test
    void aUrlGivesEveryPart() {
        assertThat(parse(Kind.MYSQL, "mysql://app:p%40ss@db.example:3307/shop"))
                .isEqualTo(new DatabaseAddress(Kind.MYSQL, "db.example", 3307, "shop", "app", "p@ss"));
    }

    @Test
    void aJdbcUrlWithParametersIsAsGood() {
        assertThat(parse(Kind.POSTGRES, "jdbc:postgresql://h/shop?user=app&password=a%26b"))
                .isEqualTo(new DatabaseAddress(Kind.POSTGRES, "h", 5432, "shop", "app", "a&b"));
    }

    @Test
    void thePasswordMayComeFromTheEnvironment() {
        DatabaseAddress address = DatabaseAddress.parse(
                Kind.MYSQL, "--mysql-url", "mysql://app@h/d", Map.of("ORDERS_DB_PASSWORD", "from there"));
        assertThat(address.password()).isEqualTo("from there");
        assertThat(address.variables())
                .containsEntry("ORDERS_DB_PORT", "3306")
                .containsEntry("ORDERS_DB_PASSWORD", "from there");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "localhost", "postgres://u:p@h/d", "mysql://h/d", "mysql://u:p@h", "mysql://u:p w@h/d"})
    void whatIsNoAddressIsRefused(String text) {
        assertThatThrownBy(() -> parse(Kind.MYSQL, text)).hasMessageContaining(CliError.INVALID_SERVER_URL.code());
    }

    @ParameterizedTest
    @ValueSource(strings = {"p/w", "p?w", "p#w", "p@w", "p@ss/w?rd#x", "p@ss/w", "p@ss/w?x", "p@ss/w#x"})
    void aPasswordThatIsNotEncodedIsRefusedRatherThanTakenForAHost(String password) {
        assertThatThrownBy(() -> parse(Kind.MYSQL, "mysql://u:" + password + "@127.0.0.1:3306/d"))
                .hasMessageContaining(CliError.INVALID_SERVER_URL.code())
                .hasMessageNotContaining(password);
    }

    @Test
    void printingItShowsNoPassword() {
        assertThat(parse(Kind.MYSQL, "mysql://app:s3cret@h/d").toString()).doesNotContain("s3cret");
    }

    private static DatabaseAddress parse(Kind kind, String text) {
        return DatabaseAddress.parse(kind, "--mysql-url", text, Map.of());
    }
}
