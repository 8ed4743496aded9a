package io.tapstate.planner.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobPlanCodecTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/composite-key/plan.json");

    private static byte[] golden() throws IOException {
        return Files.readAllBytes(GOLDEN);
    }

    @Test
    void writingWhatWasReadGivesTheSameBytes() throws IOException {
        assertThat(JobPlanCodec.write(JobPlanCodec.read(golden()))).isEqualTo(golden());
    }

    @Test
    void whitespaceAndOrderDoNotMatterToAReader() throws IOException {
        String compact = new String(golden(), StandardCharsets.UTF_8).replaceAll("\n *", "");

        assertThat(JobPlanCodec.read(compact.getBytes(StandardCharsets.UTF_8))).isEqualTo(JobPlanCodec.read(golden()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "tapstate.plan/1"        | "tapstate.plan/2"         | plan.version-unknown | tapstate.plan/2
            "remember-keys/1"        | "remember-keys/2"         | plan.version-unknown | remember-keys/2
            "pipeline": "orders",    | ""                        | plan.file-unreadable | not JSON
            "pipeline"               | "pipelines"               | plan.file-unreadable | `pipeline` is missing
            "send_window_millis": 2000 | "send_window_millis": 2.5 | plan.file-unreadable | `steps[2].send_window_millis` is not a whole number
            "send_window_millis": 2000 | "send_window_millis": -1 | plan.file-unreadable | `steps[2].send_window_millis`
            "append": false          | "append": "no"            | plan.file-unreadable | `steps[2].append` is neither
            "shape": "array"         | "shape": "ARRAY"          | plan.file-unreadable | `steps[2].embeds[0].shape` is `ARRAY`
            "shape": "array"         | "shape": "array", "fold": 1 | plan.file-unreadable | `steps[2].embeds[0].fold` is not a field
            "before_image": "key"    | "before_image": 7         | plan.file-unreadable | `steps[0].tables[1].before_image` is not text
            "step": "nest_1"         | "step": "nest_2"          | plan.file-unreadable | reads `nest_2`, which no earlier step is
            "id": "nest_1.$root.keys" | "id": "source.shop"      | plan.file-unreadable | `source.shop`
            "name": "notes"          | "name": "node"            | plan.file-unreadable | public.notes
            "format"                 | "format": 1, "format"     | plan.file-unreadable | not JSON
            """)
    void damageIsRefusedWithItsPlace(String sound, String damaged, String code, String detail) throws IOException {
        String text = new String(golden(), StandardCharsets.UTF_8);
        assertThat(text).contains(sound);
        byte[] bytes = text.replaceFirst(
                        java.util.regex.Pattern.quote(sound), java.util.regex.Matcher.quoteReplacement(damaged))
                .getBytes(StandardCharsets.UTF_8);

        TapException refusal = catchThrowableOfType(TapException.class, () -> JobPlanCodec.read(bytes));

        assertThat(refusal.diagnostics()).hasSize(1);
        assertThat(refusal.diagnostics().get(0).code()).isEqualTo(code);
        assertThat(refusal.diagnostics().get(0).message()).contains(detail);
    }

    @Test
    void everyTruncationAndAnyFlippedByteIsAPlanOrACode() throws IOException {
        byte[] golden = golden();
        List<byte[]> damaged = new ArrayList<>();
        for (int length = 0; length < golden.length - 1; length += 7) {
            damaged.add(Arrays.copyOf(golden, length));
        }
        long seed = 20261129;
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            byte[] flipped = golden.clone();
            flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
            damaged.add(flipped);
        }
        int refused = 0;
        for (byte[] bytes : damaged) {
            try {
                JobPlanCodec.read(bytes);
            } catch (TapException e) {
                refused++;
                assertThat(e.diagnostics().get(0).code()).as("seed " + seed).startsWith("plan.");
            }
        }
        assertThat(refused).isGreaterThan(golden.length / 7);
    }

    @Test
    void theFingerprintIgnoresWhereAndHowFastAndSeesWhat() throws IOException {
        JobPlan plan = JobPlanCodec.read(golden());
        ReadTablesStep source = (ReadTablesStep) plan.steps().get(0);
        ReadTablesStep elsewhere = new ReadTablesStep(
                source.id(),
                source.source(),
                source.connector(),
                new TreeMap<>(),
                source.mode(),
                source.tables().stream()
                        .map(t -> new ReadTablesStep.Table(
                                t.table(),
                                t.key(),
                                t.beforeImage(),
                                OptionalLong.of(99),
                                t.ddl(),
                                t.cascades(),
                                t.unsent()))
                        .toList());
        AssembleDocumentsStep nest = (AssembleDocumentsStep) plan.steps().get(2);

        assertThat(PlanFingerprint.of(plan)).matches("[0-9a-f]{64}");
        assertThat(PlanFingerprint.of(with(plan, 0, elsewhere))).isEqualTo(PlanFingerprint.of(plan));
        assertThat(PlanFingerprint.of(new JobPlan(plan.pipeline(), plan.readMode(), OptionalInt.of(9), plan.steps())))
                .isEqualTo(PlanFingerprint.of(plan));
        assertThat(PlanFingerprint.of(
                        with(plan, 2, withEmbeds(nest, nest.embeds().subList(0, 1)))))
                .isNotEqualTo(PlanFingerprint.of(plan));
    }

    private static AssembleDocumentsStep withEmbeds(AssembleDocumentsStep nest, List<Embed> embeds) {
        return new AssembleDocumentsStep(
                nest.id(),
                nest.root(),
                nest.rootTable(),
                nest.rootIdentity(),
                nest.key(),
                embeds,
                nest.sendWindowMillis(),
                nest.append());
    }

    private static JobPlan with(JobPlan plan, int index, PlanStep step) {
        List<PlanStep> steps = new ArrayList<>(plan.steps());
        steps.set(index, step);
        return new JobPlan(plan.pipeline(), plan.readMode(), plan.parallelism(), steps);
    }
}
