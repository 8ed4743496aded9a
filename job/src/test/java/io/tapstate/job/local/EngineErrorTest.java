package io.tapstate.job.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.job.JobError;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EngineErrorTest {
    static Stream<ErrorCode> codes() {
        return Stream.concat(Stream.of(EngineError.values()), Stream.of(JobError.values()));
    }

    @ParameterizedTest
    @MethodSource("codes")
    void everyCodeHasWordingThatUsesItsParameters(ErrorCode code) {
        List<Object> namesAndValues = new ArrayList<>();
        code.parameters().forEach(name -> namesAndValues.addAll(List.of(name, "<" + name + ">")));

        Diagnostic fault = Diagnostic.of(code, namesAndValues.toArray());

        assertThat(fault.message() + fault.fix()).doesNotContain("{").doesNotContain("}");
        code.parameters()
                .forEach(name -> assertThat(fault.message() + fault.fix()).contains("<" + name + ">"));
    }
}
