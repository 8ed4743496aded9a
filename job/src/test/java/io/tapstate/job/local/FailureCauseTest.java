package io.tapstate.job.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.ConfigError;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.client.JobInitializationException;
import org.apache.flink.util.SerializedThrowable;
import org.junit.jupiter.api.Test;

class FailureCauseTest {
    @Test
    void theFirstCodedCauseIsTheReason() {
        TapException coded =
                TapException.because(new IOException("deeper"), ConfigError.UNDEFINED_VARIABLE, "name", "DB_PASSWORD");
        Throwable failure = asFlinkCarriesIt(new RuntimeException("outer", coded));

        assertThat(FailureCause.diagnose(failure, "orders", "state"))
                .extracting(Diagnostic::code)
                .containsExactly("dsl.undefined-variable");
        assertThat(FailureCause.isFinal(failure)).isTrue();
    }

    @Test
    void anUncodedFailureNamesItsInnermostCause() {
        Throwable failure = asFlinkCarriesIt(new RuntimeException("outer", new IOException("connection reset")));

        assertThat(FailureCause.diagnose(failure, "orders", "state"))
                .extracting(Diagnostic::toString)
                .containsExactly("engine.job-failed: `orders` failed: IOException: connection reset");
        assertThat(FailureCause.isFinal(failure)).isFalse();
    }

    @Test
    void aFullDiskHasItsOwnCode() {
        Throwable failure = asFlinkCarriesIt(new IOException("write: No space left on device"));

        assertThat(FailureCause.diagnose(failure, "orders", "state"))
                .extracting(Diagnostic::code)
                .containsExactly("engine.disk-full");
    }

    @Test
    void anExceptionThatCausesItselfEndsTheSearch() {
        Exception first = new Exception("first");
        Exception second = new Exception("second", first);
        first.initCause(second);

        assertThat(FailureCause.innermost(first)).isEqualTo("Exception: second");
    }

    @Test
    void aCheckpointThatCannotBeRestoredIsNamed() {
        Throwable failure = new JobInitializationException(
                new JobID(), "Could not start the JobMaster.", new IOException("metadata ends early"));

        assertThat(FailureCause.notRestored(failure, Path.of("chk-7")))
                .hasValueSatisfying(fault -> assertThat(fault.toString())
                        .isEqualTo("engine.state-unreadable: the recovery state `chk-7` cannot be restored:"
                                + " IOException: metadata ends early"));
        assertThat(FailureCause.notRestored(new IOException("later"), Path.of("chk-7")))
                .isEmpty();
    }

    private static Throwable asFlinkCarriesIt(Throwable failure) {
        return new RuntimeException("Job execution failed", new SerializedThrowable(failure));
    }
}
