package io.tapstate.planner.plan;

import static io.tapstate.planner.plan.Orders.embed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.planner.plan.PlanChanges.Verdict;
import io.tapstate.planner.plan.StepChange.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class PlanCompatibilityTest {
    private static final JobPlan RUNNING = Orders.plan();

    private static PlanChanges perStep(JobPlan next) {
        return PlanCompatibility.compare(
                Optional.of(RUNNING), new PlanOutcome(next, PlanSecrets.NONE), StateTransfer.PER_STEP);
    }

    private static PlanChanges today(JobPlan next) {
        return PlanCompatibility.compare(RUNNING, next);
    }

    private static StepChange change(PlanChanges changes, String id) {
        return changes.steps().stream()
                .filter(step -> step.id().value().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static Effect effect(PlanChanges changes, String id) {
        return change(changes, id).effect();
    }

    private static JobPlan nest(UnaryOperator<AssembleDocumentsStep> edit) {
        return Orders.replace(RUNNING, edit.apply(Orders.nest(Orders.ITEMS_EMBED)));
    }

    private static JobPlan embeds(Embed... embeds) {
        return nest(nest -> Orders.nest(embeds));
    }

    @Test
    void theSamePlanIsNothingToDo() {
        PlanChanges changes = today(Orders.plan());

        assertThat(changes.verdict()).isEqualTo(Verdict.NOTHING_TO_DO);
        assertThat(changes.steps()).allMatch(step -> step.effect() == Effect.KEPT);
        assertThat(changes.reads()).isEmpty();
        assertThat(changes.obstacle()).isEmpty();
        assertThat(changes.targets()).extracting(TargetChange::effect).containsExactly(TargetChange.Effect.UNTOUCHED);
    }

    @Test
    void otherRowEstimatesAreNothing() {
        JobPlan next = Orders.replace(
                RUNNING,
                Orders.read(table -> new ReadTablesStep.Table(
                        table.table(), table.key(), table.beforeImage(), OptionalLong.of(77))));

        assertThat(today(next).verdict()).isEqualTo(Verdict.NOTHING_TO_DO);
    }

    @Test
    void withNothingDeployedEverythingIsNew() {
        PlanChanges changes = PlanCompatibility.compare(Optional.empty(), new PlanOutcome(RUNNING, PlanSecrets.NONE));

        assertThat(changes.verdict()).isEqualTo(Verdict.FIRST_START);
        assertThat(changes.steps()).allMatch(step -> step.effect() == Effect.NEW);
        assertThat(changes.reads()).extracting(TableRead::again).containsOnly(false);
        assertThat(changes.rows()).hasValue(300);
        assertThat(changes.targets()).extracting(TargetChange::effect).containsExactly(TargetChange.Effect.FILLED);
    }

    @Test
    void settingsAndConnectionsMoveWithoutTouchingState() {
        PlanSettings settings =
                new PlanSettings(OptionalInt.of(4), ErrorPolicy.SKIP, OptionalInt.of(10), Optional.of("0 * * * *"));
        JobPlan next = Orders.replace(
                new JobPlan(RUNNING.pipeline(), RUNNING.readMode(), settings, RUNNING.steps()),
                new ReadTablesStep(
                        Orders.SHOP,
                        "shop",
                        "mysql",
                        new TreeMap<>(Map.of("host", "elsewhere", "password", "${P}")),
                        ReadMode.SNAPSHOT_AND_CDC,
                        Orders.tables()));

        PlanChanges changes = today(next);

        assertThat(changes.verdict()).isEqualTo(Verdict.RESTORABLE);
        assertThat(changes.settings())
                .extracting(Difference::sentence)
                .containsExactly(
                        "`parallelism` is new: `4`",
                        "`error_policy` was `fail` and is `skip`",
                        "`batch_size` is new: `10`",
                        "`schedule` is new: `0 * * * *`");
        assertThat(effect(changes, "source.shop")).isEqualTo(Effect.CHANGED_STATE_KEPT);
        assertThat(change(changes, "source.shop").differences())
                .extracting(Difference::sentence)
                .as("no setting's value is shown")
                .containsExactly("`config.host` has another value");
        assertThat(changes.reads()).isEmpty();
    }

    @Test
    void theEngineOfThisReleaseCarriesOverWhatTheFingerprintDoesNotSee() {
        List<JobPlan> others = List.of(
                embeds(Orders.ITEMS_EMBED, Orders.NOTES_EMBED),
                nest(nest -> Orders.nest(nest.settings(), List.of("number"), Orders.ITEMS_EMBED)),
                Orders.replace(RUNNING, Orders.view("orders", List.of("customer"))),
                new JobPlan("other", RUNNING.readMode(), RUNNING.steps()));
        for (JobPlan next : others) {
            PlanChanges changes = today(next);

            assertThat(PlanFingerprint.of(next)).isNotEqualTo(PlanFingerprint.of(RUNNING));
            assertThat(changes.verdict()).isEqualTo(Verdict.NEEDS_RE_READ);
            assertThat(changes.obstacle()).isPresent();
            assertThat(effect(changes, "source.shop")).isEqualTo(Effect.CHANGED_STATE_REBUILT);
            assertThat(effect(changes, "n")).isEqualTo(Effect.CHANGED_STATE_REBUILT);
            assertThat(changes.reads()).extracting(TableRead::again).containsOnly(true);
            assertThat(changes.targets())
                    .extracting(TargetChange::effect)
                    .containsExactly(TargetChange.Effect.REWRITTEN);
        }
    }

    @Test
    void aPlanThatSharesNoStepIsNoContinuation() {
        JobPlan next = new JobPlan(
                RUNNING.pipeline(),
                RUNNING.readMode(),
                List.of(
                        new ReadTablesStep(
                                new StepId("source.other"),
                                "other",
                                "mysql",
                                new TreeMap<>(),
                                ReadMode.SNAPSHOT_AND_CDC,
                                Orders.tables()),
                        new WriteViewStep(
                                new StepId("view.v"),
                                StreamRef.table(new StepId("source.other"), Orders.ORDERS),
                                "v",
                                new TreeMap<>(Map.of("uri", "u")),
                                "v",
                                List.of("id"),
                                List.of())));

        PlanChanges changes = today(next);

        assertThat(changes.verdict()).isEqualTo(Verdict.NEEDS_RE_READ);
        assertThat(changes.obstacle()).contains("the step `source.other` is new");
        assertThat(changes.count(Effect.REMOVED)).isEqualTo(RUNNING.steps().size());
        assertThat(changes.targets())
                .extracting(TargetChange::effect)
                .containsExactly(TargetChange.Effect.FILLED, TargetChange.Effect.LEFT);
    }

    @Test
    void anAddedEmbedReadsItsOwnTableOnly() {
        PlanChanges changes = perStep(embeds(Orders.ITEMS_EMBED, Orders.NOTES_EMBED));

        assertThat(changes.verdict()).isEqualTo(Verdict.RESTORABLE);
        assertThat(effect(changes, "n")).isEqualTo(Effect.CHANGED_STATE_KEPT);
        assertThat(effect(changes, "source.shop")).isEqualTo(Effect.KEPT);
        assertThat(changes.reads()).extracting(read -> read.table().name()).containsExactly("notes");
        assertThat(changes.targets()).extracting(TargetChange::effect).containsExactly(TargetChange.Effect.REWRITTEN);
    }

    @Test
    void anEmbedThatIsTakenAwayOrReshapedReadsNothing() {
        Embed asObject = new Embed(
                "items",
                Orders.ITEMS_EMBED.input(),
                Embed.Shape.OBJECT,
                List.of("id"),
                List.of("order_id"),
                List.of("id"));

        for (JobPlan next : List.of(embeds(), embeds(asObject))) {
            PlanChanges changes = perStep(next);

            assertThat(effect(changes, "n")).isEqualTo(Effect.CHANGED_STATE_KEPT);
            assertThat(changes.reads()).isEmpty();
            assertThat(changes.targets())
                    .extracting(TargetChange::effect)
                    .containsExactly(TargetChange.Effect.REWRITTEN);
        }
    }

    @Test
    void whereAnElementStandsMustMatch() {
        Embed ordered = new Embed(
                "items",
                Orders.ITEMS_EMBED.input(),
                Embed.Shape.ARRAY,
                List.of("id"),
                List.of("order_id"),
                List.of("position"));
        PlanChanges changes = perStep(embeds(ordered));

        assertThat(changes.verdict()).isEqualTo(Verdict.NEEDS_RE_READ);
        assertThat(change(changes, "n").differences())
                .extracting(Difference::sentence)
                .containsExactly("`embeds[items].array_key` was `[id]` and is `[position]`");
        assertThat(changes.obstacle())
                .contains("in the step `n`, `embeds[items].array_key` was `[id]` and is `[position]`");
        assertThat(changes.reads())
                .extracting(read -> read.table().name())
                .containsExactlyInAnyOrder("orders", "items");
        assertThat(effect(changes, "view.orders"))
                .as("it reads what starts anew")
                .isEqualTo(Effect.CHANGED_STATE_REBUILT);
    }

    @Test
    void theDocumentKeyTheRootAndTheStateNamespaceMustMatch() {
        AssembleDocumentsStep.Settings elsewhere = new AssembleDocumentsStep.Settings(
                50, false, false, OptionalInt.empty(), OptionalInt.empty(), Optional.of("second"));
        assertThat(perStep(nest(n -> Orders.nest(n.settings(), List.of("number"), Orders.ITEMS_EMBED)))
                        .verdict())
                .isEqualTo(Verdict.NEEDS_RE_READ);
        PlanChanges moved = perStep(nest(n -> Orders.nest(elsewhere, n.key(), Orders.ITEMS_EMBED)));
        assertThat(moved.verdict()).isEqualTo(Verdict.NEEDS_RE_READ);
        assertThat(change(moved, "n").differences())
                .extracting(Difference::sentence)
                .containsExactly("`state_namespace` is new: `second`");
    }

    @Test
    void theWayDocumentsAreSentIsASetting() {
        AssembleDocumentsStep.Settings other = new AssembleDocumentsStep.Settings(
                0, true, true, OptionalInt.of(9), OptionalInt.of(9), Optional.empty());
        PlanChanges changes = perStep(nest(n -> Orders.nest(other, n.key(), Orders.ITEMS_EMBED)));

        assertThat(changes.verdict()).isEqualTo(Verdict.RESTORABLE);
        assertThat(change(changes, "n").differences()).hasSize(5);
        assertThat(changes.targets()).extracting(TargetChange::effect).containsExactly(TargetChange.Effect.UNTOUCHED);
    }

    @Test
    void anotherCollectionIsFilledAndTheOldOneStays() {
        PlanChanges changes = perStep(Orders.replace(RUNNING, Orders.view("orders_v2", List.of())));

        assertThat(effect(changes, "view.orders")).isEqualTo(Effect.CHANGED_STATE_REBUILT);
        assertThat(changes.targets())
                .extracting(TargetChange::what, TargetChange::effect)
                .containsExactly(
                        tuple(List.of("the collection `orders_v2`"), TargetChange.Effect.FILLED),
                        tuple(List.of("the collection `orders`"), TargetChange.Effect.LEFT));
    }

    @Test
    void anotherIndexIsASetting() {
        PlanChanges changes = perStep(Orders.replace(RUNNING, Orders.view("orders", List.of("customer"))));

        assertThat(changes.verdict()).isEqualTo(Verdict.RESTORABLE);
        assertThat(change(changes, "view.orders").differences())
                .extracting(Difference::sentence)
                .containsExactly("`indexes` was `[]` and is `[customer]`");
    }

    @Test
    void theKeyOfATableMustMatchAndItsBeforeImageNeedNot() {
        PlanChanges rekeyed = perStep(Orders.replace(
                RUNNING,
                Orders.read(table -> new ReadTablesStep.Table(
                        table.table(), List.of("number"), table.beforeImage(), table.rowEstimate()))));
        PlanChanges imaged = perStep(Orders.replace(
                RUNNING,
                Orders.read(table ->
                        new ReadTablesStep.Table(table.table(), table.key(), BeforeImage.KEY, table.rowEstimate()))));

        assertThat(effect(rekeyed, "source.shop")).isEqualTo(Effect.CHANGED_STATE_REBUILT);
        assertThat(effect(rekeyed, "n")).isEqualTo(Effect.CHANGED_STATE_REBUILT);
        assertThat(imaged.verdict()).isEqualTo(Verdict.RESTORABLE);
    }

    @Test
    void whatStatelessStepsDoMustMatchToo() {
        JobPlan running = EveryKind.plan();
        List<PlanStep> others = List.of(
                new FilterRowsStep(
                        new StepId("source.shop.orders.filter"),
                        running.step(new StepId("source.shop.orders.filter"))
                                .orElseThrow()
                                .inputs(),
                        "true",
                        EveryKind.incoming()),
                new RunScriptStep(
                        new StepId("js_3"),
                        running.step(new StepId("js_3")).orElseThrow().inputs(),
                        "function process(r) { return null; }",
                        List.of()));
        for (PlanStep other : others) {
            PlanChanges changes = PlanCompatibility.compare(
                    Optional.of(running),
                    new PlanOutcome(Orders.replace(running, other), PlanSecrets.NONE),
                    StateTransfer.PER_STEP);

            assertThat(effect(changes, other.id().value())).isEqualTo(Effect.CHANGED_STATE_REBUILT);
            assertThat(effect(changes, "orders_nested")).isEqualTo(Effect.CHANGED_STATE_REBUILT);
            assertThat(effect(changes, "orders_nested.items.keys")).isEqualTo(Effect.KEPT);
        }
    }

    @Test
    void aPropertyThatNoRuleKnowsMustMatch() {
        for (PlanStep step : EveryKind.plan().steps()) {
            Difference unheardOf = Difference.of("a_new_property", "a", "b");

            assertThat(CompatibilityRules.of(step.kind(), unheardOf)).isEqualTo(CompatibilityRules.Rule.MUST_MATCH);
        }
        assertThat(CompatibilityRules.of("read-tables/2", Difference.of("tables.row_estimate", 1L, 2L)))
                .isEqualTo(CompatibilityRules.Rule.MUST_MATCH);
    }

    @Test
    void everyRuleIsAboutAPropertyThatItsStepHas() {
        for (PlanStep step : EveryKind.plan().steps()) {
            assertThat(StepProperties.names(step)).containsAll(CompatibilityRules.names(step.kind()));
        }
    }

    @Test
    void changesOnlyCannotBeReadAgain() {
        JobPlan next = new JobPlan(
                RUNNING.pipeline(),
                ReadMode.CDC_ONLY,
                RUNNING.steps().stream()
                        .map(step -> step instanceof ReadTablesStep source
                                ? new ReadTablesStep(
                                        source.id(),
                                        source.source(),
                                        source.connector(),
                                        source.config(),
                                        ReadMode.CDC_ONLY,
                                        source.tables())
                                : step)
                        .toList());
        PlanChanges changes = perStep(next);

        assertThat(changes.verdict()).isEqualTo(Verdict.NEEDS_RE_READ);
        assertThat(changes.reads()).noneMatch(TableRead::readable);
        assertThat(changes.rows()).hasValue(0);
        assertThat(changes.settings())
                .extracting(Difference::sentence)
                .containsExactly("`read_mode` was `snapshot_and_cdc` and is `cdc_only`");
    }

    @Test
    void whatIsNotRunIsRefusedWhateverWouldBecomeOfItsState() {
        PlanOutcome refused = new PlanOutcome(
                RUNNING, PlanSecrets.NONE, List.of(), List.of(RunnableSteps.refusal("the map `m`", null)));

        assertThat(PlanCompatibility.compare(Optional.empty(), refused).verdict())
                .isEqualTo(Verdict.REFUSED);
        assertThat(PlanCompatibility.compare(Optional.of(RUNNING), refused).verdict())
                .isEqualTo(Verdict.REFUSED);
    }

    @Test
    void theVerdictIsWhatTheFingerprintSays() {
        List<JobPlan> plans = new ArrayList<>(List.of(
                RUNNING,
                embeds(),
                embeds(Orders.ITEMS_EMBED, Orders.NOTES_EMBED),
                embeds(Orders.NOTES_EMBED, Orders.ITEMS_EMBED),
                embeds(embed("items", Orders.NOTES)),
                Orders.replace(RUNNING, Orders.view("x", List.of("a"))),
                Orders.replace(RUNNING, Orders.view("x", List.of("b"))),
                new JobPlan(RUNNING.pipeline(), RUNNING.readMode(), OptionalInt.of(3), RUNNING.steps())));
        for (JobPlan running : plans) {
            for (JobPlan next : plans) {
                boolean same = PlanFingerprint.of(running).equals(PlanFingerprint.of(next));
                PlanChanges changes = PlanCompatibility.compare(running, next);

                assertThat(changes.obstacle().isPresent()).isEqualTo(!same);
                assertThat(changes.verdict() == Verdict.NEEDS_RE_READ).isEqualTo(!same);
            }
        }
    }
}
