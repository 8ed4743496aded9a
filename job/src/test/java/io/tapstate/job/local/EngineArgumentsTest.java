package io.tapstate.job.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.diagnostics.TapException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineArgumentsTest {
    @Test
    void portsHaveADefaultAndParallelismIsThePlans() {
        EngineArguments arguments =
                EngineArguments.parse("--plan", "plan.json", "--state-dir", "state", "--conf", "conf");

        assertThat(arguments.restPorts()).isEqualTo("8081-8181");
        assertThat(arguments.parallelism()).isEmpty();
        assertThat(arguments.stateDirectory()).isEqualTo(Path.of("state").toAbsolutePath());
    }

    @ParameterizedTest
    @CsvSource({
        "--plan a --state-dir b, job.argument-missing",
        "--plan, job.argument-without-value",
        "--port 1, job.unknown-argument",
        "--rest-port x, job.illegal-argument",
        "--rest-port 8081-, job.illegal-argument",
        "--rest-port 8081-70000, job.illegal-argument",
        "--parallelism 0, job.illegal-argument"
    })
    void eachMistakeHasItsCode(String commandLine, String code) {
        assertThatThrownBy(() -> EngineArguments.parse(commandLine.split(" ", -1)))
                .isInstanceOf(TapException.class)
                .hasMessageStartingWith(code + ": ");
    }
}
