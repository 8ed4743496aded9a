package io.tapstate.planner.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.connectors.diagnostics.TapException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;

/** What holds for every kind of step. */
class EveryKindTest {
    private static final JobPlan PLAN = EveryKind.plan();

    @Test
    void thePlanHoldsEveryKindThereIs() {
        PlanInvariants.verify(PLAN);

        assertThat(PLAN.steps().stream().<Class<?>>map(PlanStep::getClass).distinct())
                .containsExactlyInAnyOrder(PlanStep.class.getPermittedSubclasses());
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        byte[] json = JobPlanCodec.write(PLAN);

        assertThat(JobPlanCodec.read(json)).isEqualTo(PLAN);
        assertThat(JobPlanCodec.write(JobPlanCodec.read(json))).isEqualTo(json);
    }

    @Test
    void anotherMachineWritesTheSameBytes() {
        byte[] here = JobPlanCodec.write(PLAN);
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("tr-TR"));
            TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Chatham"));

            assertThat(JobPlanCodec.write(PLAN)).isEqualTo(here);
            assertThat(JobPlanCodec.read(here)).isEqualTo(PLAN);
            assertThat(PlanFingerprint.of(PLAN)).isEqualTo(PlanFingerprint.of(JobPlanCodec.read(here)));
        } finally {
            Locale.setDefault(locale);
            TimeZone.setDefault(zone);
        }
    }

    @Test
    void damageNeverThrowsAnythingButACode() {
        long seed = 20261130;
        Random random = new Random(seed);
        byte[] json = JobPlanCodec.write(PLAN);
        String[] tokens = {"null", "{}", "[]", "\"\"", "-1", "9999999999999999999999", "true", "[[", "\"\\ud800\""};
        int refused = 0;
        for (int i = 0; i < 4_000; i++) {
            byte[] damaged = json.clone();
            switch (random.nextInt(3)) {
                case 0 -> damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
                case 1 -> damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length));
                default -> {
                    String text = new String(json, StandardCharsets.UTF_8);
                    int colon = text.indexOf(": ", random.nextInt(text.length()));
                    int end = colon < 0 ? -1 : text.indexOf('\n', colon);
                    if (end > 0) {
                        text = text.substring(0, colon + 2)
                                + tokens[random.nextInt(tokens.length)]
                                + text.substring(end);
                    }
                    damaged = text.getBytes(StandardCharsets.UTF_8);
                }
            }
            try {
                JobPlanCodec.read(damaged);
            } catch (TapException e) {
                refused++;
                assertThat(e.diagnostics().get(0).code()).as("seed " + seed).startsWith("plan.");
            }
        }
        assertThat(refused).isGreaterThan(2_000);
    }

    @Test
    void nestingWithoutEndIsACode() {
        String deep = "{\"format\":\"tapstate.plan/1\",\"pipeline\":" + "[".repeat(100_000);

        TapException refusal = catchThrowableOfType(
                TapException.class, () -> JobPlanCodec.read(deep.getBytes(StandardCharsets.UTF_8)));

        assertThat(refusal.diagnostics().get(0).code()).isEqualTo("plan.file-unreadable");
    }

    @Test
    void whatIsNotRunYetIsNamedWithItsPlace() {
        SourceSpan span = new SourceSpan("pipeline/p.tap.yml", 7, 3, "serve.sync[0]", "");
        PlanSpans spans = new PlanSpans();
        spans.put(new StepId("sync.copy"), span);

        List<Diagnostic> refusals = RunnableSteps.refusals(PLAN, spans);

        assertThat(refusals).allMatch(refusal -> refusal.code().equals("plan.not-supported-yet"));
        assertThat(refusals)
                .extracting(refusal -> refusal.parameters().get("feature"))
                .containsExactly(
                        "`schedule`",
                        "`start_from: 2026-01-01T00:00:00Z`",
                        "a view in `other_store`",
                        "the sync `copy` to `postgres`");
        assertThat(refusals.get(3).span()).contains(span);
        assertThat(catchThrowableOfType(TapException.class, () -> RunnableSteps.demand(PLAN))
                        .diagnostics())
                .hasSameSizeAs(refusals);
    }
}
