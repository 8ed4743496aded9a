package io.tapstate.planner.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.JobPlanCodec;
import io.tapstate.planner.plan.PlanRenderer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every case gives what is written beside it. {@code -Dgolden.update} rewrites what differs, then fails; what a fault is
 * expected to be is never rewritten.
 */
class CorpusTest {
    private static final boolean UPDATE = System.getProperty("golden.update") != null;
    private static final List<Path> REWRITTEN = new ArrayList<>();

    @TestFactory
    Stream<DynamicTest> everyValidWorkspaceGivesItsPlanAndCanonicalText() {
        return CorpusCase.valid().stream().map(valid -> DynamicTest.dynamicTest(valid.name(), () -> compare(valid)));
    }

    @TestFactory
    Stream<DynamicTest> everyFaultIsFoundAtItsPlace() {
        return FaultCase.all().stream().map(fault -> DynamicTest.dynamicTest(fault.name(), () -> compare(fault)));
    }

    @Test
    void theCorpusIsLargeEnough() {
        assertThat(CorpusCase.valid()).hasSizeGreaterThanOrEqualTo(60);
        assertThat(FaultCase.all()).hasSizeGreaterThanOrEqualTo(150);
    }

    @AfterAll
    static void anUpdateNeverPasses() {
        assertThat(REWRITTEN).as("rewritten; look at them and run again").isEmpty();
    }

    private static void compare(CorpusCase valid) throws IOException {
        List<Diagnostic> faults = valid.faults();
        assertThat(faults).as(FaultText.of(faults)).isEmpty();
        Path folder = CorpusCase.VALID.resolve(valid.name());
        SortedMap<String, String> canonical = valid.canonical();
        JobPlan plan = valid.plan().plan();
        byte[] json = JobPlanCodec.write(plan);
        for (var file : canonical.entrySet()) {
            same(folder.resolve("canonical").resolve(file.getKey()), file.getValue());
        }
        same(folder.resolve("plan.json"), new String(json, StandardCharsets.UTF_8));
        same(folder.resolve("plan.txt"), PlanRenderer.text(valid.plan()));

        CorpusCase again = valid.with(canonical);
        assertThat(again.canonical()).as("canonical text of the canonical text").isEqualTo(canonical);
        assertThat(JobPlanCodec.write(again.plan().plan()))
                .as("plan of the canonical text")
                .isEqualTo(json);
        assertThat(JobPlanCodec.read(json)).as("plan read back").isEqualTo(plan);
    }

    private static void compare(FaultCase fault) throws IOException {
        List<Diagnostic> faults = fault.faults();
        String text = FaultText.of(faults);
        assertThat(faults.stream().map(FaultCase::place))
                .as("exactly one fault, of %s%n%s", fault.file(), text)
                .containsExactly(fault.expected());
        if (UPDATE && !fault.errors().equals(text)) {
            fault.writeErrors(text);
            REWRITTEN.add(fault.file());
            return;
        }
        assertThat(text).as(fault.file().toString()).isEqualTo(fault.errors());
    }

    private static void same(Path file, String actual) throws IOException {
        String expected = Files.exists(file) ? CorpusCase.read(file) : "";
        if (UPDATE && !expected.equals(actual)) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, actual);
            REWRITTEN.add(file);
            return;
        }
        assertThat(actual).as(file.toString()).isEqualTo(expected);
    }
}
