package io.tapstate.planner;

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
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every golden case gives what is written in it. {@code -Dgolden.update} rewrites what differs, then fails. */
class GoldenTest {
    private static final boolean UPDATE = System.getProperty("golden.update") != null;
    private static final List<Path> REWRITTEN = new ArrayList<>();

    @TestFactory
    Stream<DynamicTest> everyCaseGivesWhatIsWrittenInIt() {
        return GoldenCase.all().stream()
                .map(golden -> DynamicTest.dynamicTest(
                        GoldenCase.ROOT.relativize(golden.folder()).toString(), () -> compare(golden)));
    }

    private static void compare(GoldenCase golden) throws IOException {
        List<Diagnostic> faults = golden.faults();
        assertThat(faults).as(GoldenCase.text(faults)).isEmpty();
        JobPlan plan = golden.plan();
        byte[] json = JobPlanCodec.write(plan);
        same(golden.folder().resolve("plan.json"), new String(json, StandardCharsets.UTF_8));
        same(golden.folder().resolve("plan.txt"), PlanRenderer.text(golden.outcome()));
        assertThat(JobPlanCodec.read(json)).isEqualTo(plan);
        TapPlanner.validate(golden.workspace());
    }

    @Test
    void aPasswordWrittenDownIsInNoRecordedPlan() {
        Path folder = GoldenCase.ROOT.resolve("literal-password");

        assertThat(GoldenCase.read(folder.resolve("source/crm.tap.yml"))).contains("sw0rd-f1sh");
        assertThat(GoldenCase.read(folder.resolve("plan.json"))).doesNotContain("sw0rd-f1sh");
        assertThat(GoldenCase.read(folder.resolve("plan.txt"))).doesNotContain("sw0rd-f1sh");
        assertThat(new GoldenCase(folder).outcome().secrets().values(name -> null))
                .containsExactly(Map.entry("TAPSTATE_SECRET_CRM_PASSWORD", "sw0rd-f1sh"));
    }

    @AfterAll
    static void anUpdateNeverPasses() {
        assertThat(REWRITTEN).as("rewritten; look at them and run again").isEmpty();
    }

    private static void same(Path file, String actual) throws IOException {
        String expected = Files.exists(file) ? GoldenCase.read(file) : "";
        if (UPDATE && !expected.equals(actual)) {
            Files.writeString(file, actual);
            REWRITTEN.add(file);
            return;
        }
        assertThat(actual).as(file.toString()).isEqualTo(expected);
    }
}
