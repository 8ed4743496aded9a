package io.tapstate.planner.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.diagnostics.TapException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SavedPlanTest {
    private static final JobPlan PLAN = Orders.plan();
    private static final SavedPlan SAVED = new SavedPlan(PLAN, "5c".repeat(32), Optional.of(PlanFingerprint.of(PLAN)));

    @Test
    void whatIsSavedIsReadAgain() {
        SavedPlan first = new SavedPlan(EveryKind.plan(), "5c", Optional.empty());

        assertThat(SavedPlan.read(SAVED.write())).isEqualTo(SAVED);
        assertThat(SavedPlan.read(first.write())).isEqualTo(first);
        assertThat(SavedPlan.read(SAVED.write()).write()).isEqualTo(SAVED.write());
    }

    @Test
    void aPlanEditedInTheFileIsRefused() {
        String text = new String(SAVED.write(), StandardCharsets.UTF_8);

        for (String edited : List.of(
                text.replace("\"collection\": \"orders\"", "\"collection\": \"customers\""),
                text.replace("\"host\": \"db\"", "\"host\": \"elsewhere\""))) {
            assertThat(edited).isNotEqualTo(text);
            assertThat(code(() -> SavedPlan.read(edited.getBytes(StandardCharsets.UTF_8))))
                    .isEqualTo("plan.file-unreadable");
        }
        assertThat(code(() -> SavedPlan.read(JobPlanCodec.write(PLAN)))).isEqualTo("plan.version-unknown");
        assertThat(code(() ->
                        SavedPlan.read(text.replace("\"schemas\"", "\"schema\"").getBytes(StandardCharsets.UTF_8))))
                .isEqualTo("plan.file-unreadable");
    }

    @Test
    void theSameWorldIsCurrentWhateverTheStatisticsSay() {
        JobPlan grown = Orders.replace(
                PLAN,
                Orders.read(table -> new ReadTablesStep.Table(
                        table.table(), table.key(), table.beforeImage(), OptionalLong.of(9_999))));

        assertThatCode(() -> SAVED.demandCurrent(new SavedPlan(grown, SAVED.schemas(), SAVED.deployed())))
                .doesNotThrowAnyException();
    }

    @Test
    void eachThingThatMovedIsNamed() {
        JobPlan faster = new JobPlan(PLAN.pipeline(), PLAN.readMode(), OptionalInt.of(9), PLAN.steps());

        assertThat(outdated(new SavedPlan(faster, SAVED.schemas(), SAVED.deployed())))
                .containsExactly("the files of the workspace");
        assertThat(outdated(new SavedPlan(PLAN, "other", SAVED.deployed())))
                .containsExactly("the schema of the tables it reads");
        assertThat(outdated(new SavedPlan(faster, "other", Optional.empty())))
                .containsExactly("the schema of the tables it reads", "what is deployed");
    }

    @Test
    void onlyTheTablesThatArePlannedCount() {
        ObservedSchemas seen = observe(table(Orders.ORDERS, "id"), table(Orders.ITEMS, "id"));
        ObservedSchemas withAnother =
                observe(table(Orders.ORDERS, "id"), table(Orders.ITEMS, "id"), table(new TableId("shop", "x"), "id"));
        ObservedSchemas altered = observe(table(Orders.ORDERS, "id", "total"), table(Orders.ITEMS, "id"));

        assertThat(seen.fingerprint(PLAN)).matches("[0-9a-f]{64}").isEqualTo(withAnother.fingerprint(PLAN));
        assertThat(altered.fingerprint(PLAN)).isNotEqualTo(seen.fingerprint(PLAN));
    }

    private static ObservedSchemas observe(TableSchema... tables) {
        ObservedSchemas observed = new ObservedSchemas((source, connector, config, capture) -> List.of(tables));
        assertThat(observed.tables("shop", "mysql", new ConnectionConfig(Map.of()), true))
                .containsExactly(tables);
        return observed;
    }

    private static TableSchema table(TableId id, String... columns) {
        return new TableSchema(
                id,
                List.of(columns).stream()
                        .map(column -> new ColumnSchema(column, "int", ColumnType.INTEGER, false))
                        .toList(),
                List.of("id"),
                List.of(),
                BeforeImage.FULL,
                OptionalLong.empty());
    }

    private static List<String> outdated(SavedPlan now) {
        TapException refusal = catchThrowableOfType(TapException.class, () -> SAVED.demandCurrent(now));
        assertThat(refusal.diagnostics()).allMatch(fault -> fault.code().equals("plan.outdated"));
        return refusal.diagnostics().stream()
                .map(fault -> fault.parameters().get("what"))
                .toList();
    }

    private static String code(Runnable refused) {
        return catchThrowableOfType(TapException.class, refused::run)
                .diagnostics()
                .get(0)
                .code();
    }
}
