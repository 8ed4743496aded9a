package io.tapstate.planner.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class PlanRendererTest {
    private static final PlanOutcome ORDERS = new PlanOutcome(Orders.plan(), PlanSecrets.NONE);
    private static final JobPlan HOSTILE = hostile("\u001b[31m\"]}--> \\ # <b>&\n%%{init}%% 'x' \u2028\u202e`;|");

    @Test
    void everyStepSaysWhatItDoesAndWhatItKeeps() {
        String text = PlanRenderer.text(new PlanOutcome(EveryKind.plan(), PlanSecrets.NONE));

        assertThat(text).startsWith("pipeline every_kind  snapshot_and_cdc, parallelism 2, error_policy dead_letter,");
        assertThat(text)
                .contains(
                        "  shop.orders  key id, ~1 200 rows, before image: full row\n",
                        "filter source.shop.orders.filter  of shop.orders\n  lets through: after.total > 0\n",
                        "  order_id  the column id\n  secret    left out\n  total     = after.total * 2\n",
                        "join join_4  by the engine builtin, keyed by id\n  o  is js_3\n  | SELECT o.id FROM o\n",
                        "stage orders_nested.items.keys  keyed by id of shop.items\n",
                        "  why: the changes of shop.items do not tell what [order_id, product_id] were before\n",
                        "stage orders_nested.items.route  keyed by id of items\n",
                        "and every row of items.notes, ~1 200 rows and those of shop.notes, which are unknown;",
                        "  why: hands each row of shop.products to all of items that point at it by product_id = id\n",
                        "     |- products  shop.products as flat, items points at it by product_id = id, through ",
                        "     `- notes  shop.notes as object, belongs to items by item_id = id, through ",
                        "  ods_orders  from orders of js_3, key id\n",
                        "  SHOP_PASSWORD  password of shop\n");
        Stream.of(text.split("\n\n", -1))
                .filter(section -> !section.matches("(?s)(pipeline|source|view|sync|variables) .*"))
                .forEach(section -> assertThat(section).contains("\n  state: "));
    }

    @Test
    void aFirstStartReadsEveryTable() {
        PlanChanges changes = PlanCompatibility.compare(Optional.empty(), ORDERS);

        assertThat(PlanRenderer.text(changes)).isEqualTo("""
                changes  nothing is deployed
                  +   source.shop  new, reads shop.items, shop.notes and shop.orders (~300 rows)
                  +   n            new
                  +   view.orders  new

                target  the collection `orders`
                  filled for the first time

                verdict  first start: `tapstate run order_pipeline` reads every table and fills the target
                Plan: 3 new (~300 rows read)
                """);
    }

    @Test
    void anUnchangedPlanIsNothingToDo() {
        assertThat(PlanRenderer.text(PlanCompatibility.compare(Orders.plan(), Orders.plan())))
                .isEqualTo("""
                changes  against what is deployed
                  =   source.shop  kept
                  =   n            kept
                  =   view.orders  kept

                target  the collection `orders`
                  not rewritten: it gets ordinary changes only

                verdict  nothing to do: the plan is the one that is deployed
                Plan: no changes
                """);
    }

    @Test
    void whatTheEngineRefusesIsNotPromised() {
        JobPlan next = Orders.replace(Orders.plan(), Orders.nest(Orders.ITEMS_EMBED, Orders.NOTES_EMBED));

        assertThat(PlanRenderer.text(PlanCompatibility.compare(Orders.plan(), next)))
                .isEqualTo("""
                changes  against what is deployed
                  -/+ source.shop  rebuilt from nothing, reads shop.items, shop.notes and shop.orders again (~300 rows)
                  -/+ n            rebuilt from nothing
                        `embeds[notes]` is new
                  =   view.orders  kept
                  this release carries state over into an unchanged plan only, so all of it is rebuilt

                target  the collection `orders`
                  rewritten: all of it is sent again and replaced in place; what no longer comes about stays until you remove it

                verdict  needs re-read: `tapstate run order_pipeline` refuses it with engine.plan-changed; \
                `tapstate run --fresh order_pipeline` drops the state and starts from nothing
                Plan: 1 kept, 2 rebuilt (~300 rows re-read)
                """);
    }

    @Test
    void whereStateIsCarriedOverPerStepOnlyWhatIsNewIsRead() {
        JobPlan next = Orders.replace(Orders.plan(), Orders.nest(Orders.ITEMS_EMBED, Orders.NOTES_EMBED));

        assertThat(PlanRenderer.text(PlanCompatibility.compare(
                        Optional.of(Orders.plan()), new PlanOutcome(next, PlanSecrets.NONE), StateTransfer.PER_STEP)))
                .contains(
                        "  =   source.shop  kept\n",
                        "  ~   n            changed, its state is kept; reads shop.notes again (~100 rows)\n",
                        "verdict  restorable: `tapstate run order_pipeline` goes on from the state that is there\n",
                        "Plan: 2 kept, 1 changed (~100 rows re-read)\n");
    }

    @Test
    void settingsAreShownAndConnectionsAreNot() {
        JobPlan next = new JobPlan(
                "order_pipeline",
                ReadMode.SNAPSHOT_AND_CDC,
                OptionalInt.of(4),
                Orders.plan().steps());

        assertThat(PlanRenderer.text(PlanCompatibility.compare(Orders.plan(), next)))
                .contains(
                        "  ~   `parallelism` is new: `4`\n",
                        "goes on from the state that is there, no table is read again");
        for (Function<JobPlan, String> renderer : List.<Function<JobPlan, String>>of(
                plan -> PlanRenderer.text(new PlanOutcome(plan, PlanSecrets.NONE)),
                PlanRenderer::dot,
                PlanRenderer::mermaid)) {
            assertThat(renderer.apply(Orders.plan())).doesNotContain("db\"", "host");
        }
    }

    @Test
    void aRefusedPlanIsShownWithItsVerdict() {
        PlanOutcome refused = new PlanOutcome(
                Orders.plan(),
                PlanSecrets.NONE,
                List.of(),
                List.of(RunnableSteps.refusal("the map `m`", null), RunnableSteps.refusal("the union `u`", null)));

        assertThat(PlanRenderer.text(PlanCompatibility.compare(Optional.empty(), refused)))
                .contains(
                        "verdict  refused: plan.not-supported-yet for 2 parts of the plan; it is shown, and not run\n");
    }

    @Test
    void yamlHoldsWhatJsonHolds() {
        for (JobPlan plan : List.of(Orders.plan(), EveryKind.plan(), HOSTILE)) {
            Object read = new Load(
                            LoadSettings.builder().setCodePointLimit(1 << 24).build())
                    .loadFromString(PlanRenderer.yaml(plan));

            assertThat(normal(read)).isEqualTo(normal(PlanTree.of(plan)));
        }
    }

    private static Object normal(Object tree) {
        if (tree instanceof Map<?, ?> map) {
            TreeMap<String, Object> fields = new TreeMap<>();
            map.forEach((name, value) -> fields.put((String) name, normal(value)));
            return fields;
        }
        if (tree instanceof List<?> list) {
            List<Object> items = new ArrayList<>();
            list.forEach(item -> items.add(normal(item)));
            return items;
        }
        return tree instanceof Number number ? number.longValue() : tree;
    }

    @Test
    void nothingThatAuthorsWriteBreaksTheOutputOrDrivesATerminal() {
        PlanOutcome outcome = new PlanOutcome(HOSTILE, PlanSecrets.NONE);
        String text =
                PlanRenderer.text(outcome) + PlanRenderer.text(PlanCompatibility.compare(Optional.empty(), outcome));
        String dot = PlanRenderer.dot(HOSTILE);
        String mermaid = PlanRenderer.mermaid(HOSTILE);

        for (String rendered : List.of(text, PlanRenderer.yaml(HOSTILE), dot, mermaid)) {
            assertThat(rendered.codePoints().filter(c -> c != '\n' && Character.isISOControl(c)))
                    .isEmpty();
            assertThat(rendered).doesNotContain("\u2028");
        }
        assertThat(text).doesNotContain("\u202e");
        for (String line : dot.lines().toList()) {
            assertThat(line.replace("\\\\", "")
                            .replace("\\\"", "")
                            .chars()
                            .filter(c -> c == '"')
                            .count())
                    .as(line)
                    .isEven();
        }
        assertThat(mermaid.lines().skip(1))
                .allMatch(
                        line -> line.matches(
                                "  s\\d+(\\[\\(|\\[|\\[\\[|\\(\\[)\"[^\"<>]*(<br/>[^\"<>]*)*\"(\\)]|]|]]|]\\))|  s\\d+ -->(\\|\"[^\"<>]*\"\\|)? ?s\\d+"));
    }

    @Test
    void theGraphsHaveANodePerStepAndAnEdgePerStream() {
        assertThat(PlanRenderer.mermaid(Orders.plan())).isEqualTo("""
                flowchart LR
                  s1[("source.shop<br/>mysql, snapshot_and_cdc")]
                  s2[["n<br/>assemble documents<br/>keyed by id"]]
                  s3(["view.orders<br/>collection orders"])
                  s1 -->|"orders"| s2
                  s1 -->|"items"| s2
                  s2 --> s3
                """);
        assertThat(PlanRenderer.dot(Orders.plan()))
                .contains(
                        "s2 [shape=box3d, label=\"n\\nassemble documents\\nkeyed by id\"];",
                        "s1 -> s2 [label=\"items\"];");
    }

    @Test
    void theLocaleChangesNothing() {
        String here = PlanRenderer.text(new PlanOutcome(EveryKind.plan(), PlanSecrets.NONE));
        Locale locale = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-SA-u-nu-arab"));

            assertThat(PlanRenderer.text(new PlanOutcome(EveryKind.plan(), PlanSecrets.NONE)))
                    .isEqualTo(here);
        } finally {
            Locale.setDefault(locale);
        }
    }

    @Test
    void bigNumbersAreGrouped() {
        assertThat(Words.digits(1)).isEqualTo("1");
        assertThat(Words.digits(999)).isEqualTo("999");
        assertThat(Words.digits(1_000)).isEqualTo("1 000");
        assertThat(Words.digits(1_234_567)).isEqualTo("1 234 567");
    }

    /** A plan whose every name and expression is hostile. */
    private static JobPlan hostile(String name) {
        StepId filter = new StepId(name);
        return new JobPlan(
                name,
                ReadMode.SNAPSHOT_AND_CDC,
                List.of(
                        Orders.read(table -> table),
                        new FilterRowsStep(
                                filter, List.of(StreamRef.table(Orders.SHOP, Orders.ORDERS)), name, List.of()),
                        new AssembleDocumentsStep(
                                new StepId("n"),
                                StreamRef.step(filter),
                                name,
                                List.of(name),
                                List.of(name),
                                List.of(Orders.embed(name, Orders.ITEMS)),
                                50,
                                false),
                        new WriteViewStep(
                                new StepId("view." + name),
                                StreamRef.step(new StepId("n")),
                                name,
                                new TreeMap<>(Map.of("uri", "${X}")),
                                name,
                                List.of(name),
                                List.of(name))));
    }
}
