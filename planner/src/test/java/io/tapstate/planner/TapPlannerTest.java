package io.tapstate.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tapstate.connectors.api.ConfigError;
import io.tapstate.connectors.api.SchemaCatalog;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.dsl.TapFile;
import io.tapstate.planner.plan.AssembleDocumentsStep;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.JobPlanCodec;
import io.tapstate.planner.plan.PlanOutcome;
import io.tapstate.planner.plan.PlanRenderer;
import io.tapstate.planner.plan.ReadTablesStep;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class TapPlannerTest {
    private static final GoldenCase ORDER_STATE = new GoldenCase(GoldenCase.ORDER_STATE);
    private static final String PIPELINE = "pipeline/order_pipeline.tap.yml";
    private static final String ORDERS = "source/orders_db.tap.yml";
    private static final UnaryOperator<String> UNSET = name -> null;

    @Test
    void severalFaultsInSeveralFilesAreAllReportedInOrder() {
        Workspace workspace = edited(Map.of(
                PIPELINE,
                text(PIPELINE)
                        .replace("key: [id]\n", "key: [idd]\n      keys: [id]\n")
                        .replace("primary_key: id", "primary_key: ${NOT_SET}")
                        .replace("as: array", "as: list"),
                ORDERS,
                text(ORDERS).replace("mode: cdc", "mode: cdd\nmodes: cdc").replace("port: $", "prot: $")));

        List<Diagnostic> faults = faults(workspace, ORDER_STATE.schemas(), UNSET);

        assertThat(faults)
                .extracting(fault -> fault.span().map(SourceSpan::path).orElse("") + " " + fault.code())
                .containsExactly(
                        "transforms[0].root.keys dsl.unknown-field",
                        "transforms[0].root.embed[0].as dsl.illegal-value",
                        "view.primary_key dsl.undefined-variable",
                        "config.prot dsl.unknown-field",
                        "mode dsl.illegal-value",
                        "modes dsl.unknown-field");
    }

    @Test
    void whatCouldNotBeReadIsNotJudgedFurther() {
        Map<String, String> codes = Map.of(
                "key: [id]\n", "key: [${NOT_SET}]\n",
                "on: { order_id: id }", "on: { order_id: 1 }",
                "primary_key: id", "primary_key: [id, ${NOT_SET}]",
                "source: [orders_db, fulfillment_db]", "source: [orders_db, fulfillment_db, ${NOT_SET}]",
                "orders: orders_db.orders", "orders: ${NOT_SET}",
                "root:", "root: !x");
        codes.forEach((sound, broken) -> assertThat(faults(
                        edited(Map.of(PIPELINE, text(PIPELINE).replace(sound, broken))), ORDER_STATE.schemas(), UNSET))
                .as(broken)
                .hasSize(1));
    }

    @Test
    void theSameInputGivesTheSameBytesWhateverTheLocaleAndTimeZone() {
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        List<String> outputs = new ArrayList<>();
        try {
            for (String[] place : new String[][] {{"tr-TR", "Asia/Kolkata"}, {"ar-EG", "America/Caracas"}}) {
                Locale.setDefault(Locale.forLanguageTag(place[0]));
                TimeZone.setDefault(TimeZone.getTimeZone(place[1]));
                StringBuilder output = new StringBuilder();
                for (GoldenCase golden : GoldenCase.all()) {
                    JobPlan plan = golden.plan();
                    output.append(new String(JobPlanCodec.write(plan), StandardCharsets.UTF_8));
                    output.append(PlanRenderer.text(golden.outcome()));
                }
                outputs.add(output.toString());
            }
        } finally {
            Locale.setDefault(locale);
            TimeZone.setDefault(zone);
        }

        assertThat(outputs.get(0)).isEqualTo(outputs.get(1)).contains("snapshot_and_cdc");
    }

    @Test
    void settingsKeepTheirReferencesSoNoSecretIsInThePlan() {
        JobPlan plan = TapPlanner.plan(
                        ORDER_STATE.workspace(), "order_pipeline", ORDER_STATE.schemas(), name -> "swordfish")
                .plan();

        assertThat(new String(JobPlanCodec.write(plan), StandardCharsets.UTF_8))
                .contains("${ORDERS_DB_PASSWORD}")
                .doesNotContain("swordfish");
    }

    @Test
    void aSecretWrittenDownStandsBesideThePlanAndNotInIt() {
        Workspace workspace =
                edited(Map.of(ORDERS, text(ORDERS).replace("${ORDERS_DB_PASSWORD}", "'tur${A}${var:B:bot}'")));

        PlanOutcome outcome = TapPlanner.plan(workspace, "order_pipeline", ORDER_STATE.schemas(), UNSET);

        assertThat(new String(JobPlanCodec.write(outcome.plan()), StandardCharsets.UTF_8)
                        + outcome
                        + PlanRenderer.text(outcome))
                .contains("${TAPSTATE_SECRET_ORDERS_DB_PASSWORD}", "TAPSTATE_SECRET_ORDERS_DB_PASSWORD  password")
                .doesNotContain("tur$")
                .doesNotContain("tur-bot")
                .doesNotContain(":bot");
        assertThat(outcome.secrets().values(Map.of("A", "-")::get))
                .containsExactly(Map.entry("TAPSTATE_SECRET_ORDERS_DB_PASSWORD", "tur-bot"));
        UnaryOperator<String> variables = outcome.secrets().before(Map.of("A", "-", "C", "c")::get);
        assertThat(variables.apply("TAPSTATE_SECRET_ORDERS_DB_PASSWORD")).isEqualTo("tur-bot");
        assertThat(variables.apply("C")).isEqualTo("c");
    }

    @Test
    void aSecretTakesNoNameThatTheFilesUse() {
        String fulfillment = "source/fulfillment_db.tap.yml";
        Workspace workspace = edited(Map.of(
                ORDERS,
                text(ORDERS).replace("${ORDERS_DB_PASSWORD}", "swordfish"),
                fulfillment,
                text(fulfillment).replace("${FULFILLMENT_DB_PASSWORD}", "${TAPSTATE_SECRET_ORDERS_DB_PASSWORD}")));

        PlanOutcome outcome = TapPlanner.plan(workspace, "order_pipeline", ORDER_STATE.schemas(), UNSET);

        assertThat(outcome.secrets().names()).containsExactly("TAPSTATE_SECRET_ORDERS_DB_PASSWORD_2");
        assertThat(outcome.plan().steps().stream()
                        .filter(ReadTablesStep.class::isInstance)
                        .map(step -> ((ReadTablesStep) step).config().get("password")))
                .containsExactly("${TAPSTATE_SECRET_ORDERS_DB_PASSWORD}", "${TAPSTATE_SECRET_ORDERS_DB_PASSWORD_2}");
    }

    @Test
    void aSecretWrittenDownIsNotShownUnderAFault() {
        Workspace workspace = edited(Map.of(
                ORDERS,
                text(ORDERS).replace("${ORDERS_DB_PASSWORD}", "swordfish").replace("host:", "hots:")));

        assertThat(GoldenCase.text(faults(workspace, ORDER_STATE.schemas(), UNSET)))
                .contains("hots", "password: *********")
                .doesNotContain("swordfish");
    }

    @Test
    void positionsStayThoseOfTheFileBehindReferences() {
        Workspace workspace = edited(Map.of(
                PIPELINE,
                text(PIPELINE)
                        .replace(
                                "{ from: shipments, on",
                                "{ from: ${A}, path: \"${var:B:\u00e9\ud83d\ude9a:x}\", bad: 1, on")
                        .replace("path: shipments, ", "")));

        List<Diagnostic> faults = faults(workspace, ORDER_STATE.schemas(), Map.of("A", "shipments")::get);

        // 10 for `        - `, then code points: the lorry is one, though two chars.
        SourceSpan span = faults.get(0).span().orElseThrow();
        assertThat(faults).extracting(Diagnostic::code).containsExactly("dsl.unknown-field");
        assertThat(span.column()).isEqualTo("        - { from: ${A}, path: \"${var:B:\u00e9#:x}\", ".length() + 1);
        assertThat(span.excerpt()).contains("${var:B:\u00e9\ud83d\ude9a:x}");
    }

    @Test
    void aReferenceTakesTheTypeOfItsValue() {
        Workspace workspace =
                edited(Map.of(PIPELINE, text(PIPELINE).replace("settings:", "settings:\n  parallelism: ${P}")));

        JobPlan plan = TapPlanner.plan(workspace, "order_pipeline", ORDER_STATE.schemas(), Map.of("P", "0x10")::get)
                .plan();

        assertThat(plan.parallelism()).hasValue(16);
        assertThat(faults(workspace, ORDER_STATE.schemas(), Map.of("P", "many")::get))
                .extracting(Diagnostic::code)
                .containsExactly("dsl.illegal-value");
    }

    @Test
    void aReferenceInACommentAsksForNothing() {
        Workspace workspace = edited(Map.of(PIPELINE, "# ${UNSET} ${broken\n" + text(PIPELINE)));

        assertThat(faults(workspace, ORDER_STATE.schemas(), UNSET)).isEmpty();
    }

    @Test
    void offlineAReferenceMayBecomeAnything() {
        Workspace workspace = edited(Map.of(
                PIPELINE,
                text(PIPELINE)
                        .replace("as: array", "as: ${SHAPE}")
                        .replace("read_mode: snapshot_and_cdc", "read_mode: ${MODE}\n  parallelism: ${P}")
                        .replace("fulfillment_db.shipments", "${SHIPMENTS}")));

        assertThatCode(() -> TapPlanner.validate(workspace)).doesNotThrowAnyException();
    }

    @Test
    void aBrokenNeighbourDoesNotStandInTheWayOfAPlanButOfValidation() {
        Workspace workspace = edited(Map.of(
                "pipeline/other.tap.yml", "version: tapstate/v1\nkind: pipeline\nid: other\nsource: [nowhere]\n"));

        assertThat(faults(workspace, ORDER_STATE.schemas(), UNSET)).isEmpty();
        assertThat(catchThrowableOfType(TapException.class, () -> TapPlanner.validate(workspace))
                        .diagnostics())
                .extracting(Diagnostic::code)
                .containsExactly("dsl.composition", "dsl.missing-reference");
    }

    @Test
    void aDatabaseThatDoesNotAnswerIsReportedOnceBesideTheOtherFaults() {
        SchemaCatalog away = (source, connector, config, capture) -> {
            throw TapException.of(ConfigError.UNDEFINED_VARIABLE, "name", source);
        };
        Workspace workspace = edited(Map.of(
                PIPELINE, text(PIPELINE).replace("read_mode", "red_mode").replace("root:", "rooot: 1\n    root:")));

        assertThat(faults(workspace, away, UNSET))
                .extracting(Diagnostic::code)
                .containsExactly(
                        "dsl.undefined-variable", "dsl.undefined-variable", "dsl.unknown-field", "dsl.unknown-field");
    }

    @Test
    void onlyTablesThePipelineUsesAreRead() {
        Workspace workspace = edited(Map.of(ORDERS, text(ORDERS).replace("[orders]", "[orders, unused]")));

        SchemaCatalog withUnused = (source, connector, config, capture) -> {
            List<TableSchema> tables =
                    new ArrayList<>(ORDER_STATE.schemas().tables(source, connector, config, capture));
            TableSchema first = tables.get(0);
            tables.add(new TableSchema(
                    new TableId(first.id().namespace(), "unused"),
                    first.columns(),
                    first.primaryKey(),
                    first.uniqueIndexes(),
                    first.beforeImage(),
                    first.rowEstimate()));
            return tables;
        };

        JobPlan plan =
                TapPlanner.plan(workspace, "order_pipeline", withUnused, UNSET).plan();

        assertThat(plan.steps().stream()
                        .filter(ReadTablesStep.class::isInstance)
                        .flatMap(step -> ((ReadTablesStep) step).tables().stream())
                        .map(table -> table.table().name()))
                .containsExactly("shipments", "orders");
    }

    @Test
    void whatNothingReadsIsWarnedOfAndLeftOut() {
        Workspace workspace = edited(Map.of(
                PIPELINE,
                text(PIPELINE)
                        .replace(
                                "transforms:\n",
                                "transforms:\n  - { id: idle, type: filter, from: orders_db.orders, expr: 'true' }\n")
                        .replace("orders: orders_db.orders,", "orders: orders_db.orders, spare: orders_db.orders,")));

        PlanOutcome outcome = TapPlanner.plan(workspace, "order_pipeline", ORDER_STATE.schemas(), UNSET);

        assertThat(outcome.warnings())
                .extracting(Diagnostic::code)
                .containsExactly("dsl.step-unused", "dsl.alias-unused");
        assertThat(outcome.plan()).isEqualTo(ORDER_STATE.plan());
    }

    @Test
    void thatTheMemoryOfANestIsNotItsOwnIsWarnedOf() {
        Workspace workspace = edited(
                Map.of(PIPELINE, text(PIPELINE).replace("    root:\n", "    entries_in_memory: 500\n    root:\n")));

        PlanOutcome outcome = TapPlanner.plan(workspace, "order_pipeline", ORDER_STATE.schemas(), UNSET);

        assertThat(outcome.warnings()).singleElement().satisfies(warning -> {
            assertThat(warning.code()).isEqualTo("nest.memory-is-shared");
            assertThat(warning.span()).isPresent();
        });
        assertThat(outcome.runnable().refusals()).isEmpty();
    }

    @Test
    void aStepThatOnlyAnUnreadAliasNamesIsUnreadToo() {
        Workspace workspace = edited(Map.of(
                PIPELINE,
                text(PIPELINE)
                        .replace(
                                "transforms:\n",
                                "transforms:\n  - { id: idle, type: filter, from: orders_db.orders, expr: 'true' }\n")
                        .replace("orders: orders_db.orders,", "orders: orders_db.orders, spare: idle,")));

        PlanOutcome outcome = TapPlanner.plan(workspace, "order_pipeline", ORDER_STATE.schemas(), UNSET);

        assertThat(outcome.warnings())
                .extracting(Diagnostic::code)
                .containsExactly("dsl.step-unused", "dsl.alias-unused");
        assertThat(outcome.plan()).isEqualTo(ORDER_STATE.plan());
    }

    @Test
    void childColumnsStandInTheOrderOfTheDocumentKey() {
        JobPlan plan = new GoldenCase(GoldenCase.ROOT.resolve("composite-key")).plan();

        AssembleDocumentsStep nest = plan.steps().stream()
                .filter(AssembleDocumentsStep.class::isInstance)
                .map(AssembleDocumentsStep.class::cast)
                .findFirst()
                .orElseThrow();
        assertThat(nest.key()).containsExactly("tenant", "number");
        assertThat(nest.embeds().get(0).childColumns()).containsExactly("tenant", "order_number");
    }

    @Test
    void trackKeyChangesIsAcceptedAndChangesNothing() {
        Workspace workspace =
                edited(Map.of(PIPELINE, text(PIPELINE).replace("as: array", "as: array, trackKeyChanges: false")));

        assertThat(TapPlanner.plan(workspace, "order_pipeline", ORDER_STATE.schemas(), UNSET)
                        .plan())
                .isEqualTo(ORDER_STATE.plan());
    }

    @Test
    void hostileYamlIsRefusedWithACodeAndSoon() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x]\n");
        for (int i = 1; i < 30; i++) {
            String ref = "*a" + (i - 1);
            bomb.append("a%d: &a%d [%s, %s, %s, %s]\n".formatted(i, i, ref, ref, ref, ref));
        }
        List<String> hostile = List.of(
                bomb.toString(),
                "a: " + "[".repeat(100_000),
                "a: " + "{b: ".repeat(5_000),
                "a: &a [*a]\n",
                "- ".repeat(5_000),
                "a: \u0000\n",
                "${A}".repeat(70_000),
                "# " + "x".repeat(1_100_000),
                "? [a]\n: b\n",
                "a: *nothing\n",
                "%YAML 9.9\n---\na: b\n");
        for (String text : hostile) {
            Workspace workspace = new Workspace(List.of(new TapFile("source/a.tap.yml", text)));

            assertThat(catchThrowableOfType(TapException.class, () -> TapPlanner.validate(workspace))
                            .diagnostics())
                    .as(text.substring(0, Math.min(40, text.length())))
                    .extracting(Diagnostic::code)
                    .containsOnly("dsl.malformed-yaml");
        }
    }

    private static List<Diagnostic> faults(
            Workspace workspace, SchemaCatalog schemas, UnaryOperator<String> variables) {
        try {
            TapPlanner.plan(workspace, "order_pipeline", schemas, variables);
            return List.of();
        } catch (TapException e) {
            return e.diagnostics();
        }
    }

    private static String text(String path) {
        return GoldenCase.read(GoldenCase.ORDER_STATE.resolve(path));
    }

    private static Workspace edited(Map<String, String> edits) {
        List<TapFile> files = new ArrayList<>();
        for (TapFile file : ORDER_STATE.workspace().files()) {
            files.add(new TapFile(file.path(), edits.getOrDefault(file.path(), file.text())));
        }
        edits.forEach((path, text) -> {
            if (files.stream().noneMatch(file -> file.path().equals(path))) {
                files.add(new TapFile(path, text));
            }
        });
        return new Workspace(files);
    }
}
