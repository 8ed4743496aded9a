package io.tapstate.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.diagnostics.TapException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobArgumentsTest {
    @Test
    void aPlanIsEnough() {
        JobArguments arguments = JobArguments.parse("--plan", "plan.json");

        assertThat(arguments.plan()).contains(Path.of("plan.json"));
        assertThat(arguments.workspace()).isEmpty();
        assertThat(arguments.viewsUri()).isEmpty();
    }

    @Test
    void aWorkspaceNeedsItsPipeline() {
        JobArguments arguments =
                JobArguments.parse("--workdir", "work", "--pipeline", "orders", "--views-uri", "mongodb://store");

        assertThat(arguments.workspace()).contains(new JobArguments.WorkspacePipeline(Path.of("work"), "orders"));
        assertThat(arguments.viewsUri()).contains("mongodb://store");
    }

    @Test
    void helpNeedsNothingElse() {
        assertThat(JobArguments.parse("--help").help()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | job.argument-missing: `--plan` is missing",
                "--pipeline orders | job.argument-missing: `--workdir` is missing",
                "--workdir work | job.argument-missing: `--pipeline` is missing",
                "--plan | job.argument-without-value: `--plan` has no value",
                "--plan --workdir | job.argument-without-value: `--plan` has no value",
                "--plan a --workdir b | job.arguments-conflict: `--plan` and `--workdir` exclude each other",
                "--plan a --pipeline b | job.arguments-conflict: `--plan` and `--pipeline` exclude each other",
                "--plain a | job.unknown-argument: `--plain` is no argument of this program"
            })
    void eachMistakeIsNamed(String commandLine, String message) {
        String[] arguments = commandLine.isEmpty() ? new String[0] : commandLine.split(" ", -1);

        assertThatThrownBy(() -> JobArguments.parse(arguments))
                .isInstanceOf(TapException.class)
                .hasMessage(message);
    }
}
