package io.tapstate.cli.render;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "mongodb://app:s3cret@db.example:27017/views?x=1",
                "jdbc:mysql://h/db?user=a&password=s3cret&x=1",
                "PASSWORD: 's3cret'",
                "connect to postgres://app:s3cret@[::1]:5432/db failed",
                "pwd = s3cret, retry"
            })
    void noPasswordSurvives(String text) {
        assertThat(Redaction.withoutCredentials(text)).doesNotContain("s3cret").contains("***");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:8081/#/job", "a@b.c wrote", "the password is missing"})
    void textWithoutCredentialsStays(String text) {
        assertThat(Redaction.withoutCredentials(text)).isEqualTo(text);
    }
}
