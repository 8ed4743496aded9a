package io.tapstate.planner.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.DdlPolicy;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.planner.TapPlanner;
import io.tapstate.planner.Workspace;
import io.tapstate.planner.dsl.TapFile;
import io.tapstate.planner.plan.PlanOutcome;
import io.tapstate.planner.plan.ReadTablesStep;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A plan says where {@code ddl: apply} is not what happens. */
class DdlCheckTest {
    private static final String SYNC = """
            serve:
              from: %s
              sync:
                - { source: copies, ddl: apply }
            """;

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "postgres"})
    void tablesThatAreCopiedStraightAreFollowed(String connector) {
        PlanOutcome plan = plan(connector, SYNC.formatted("shop.orders"));

        assertThat(plan.warnings()).isEmpty();
        assertThat(policy(plan)).isEqualTo(DdlPolicy.APPLY);
    }

    @Test
    void filtersAndUnionsAreNoObstacle() {
        PlanOutcome plan = plan("postgres", """
                transforms:
                  - { id: few, type: filter, from: shop.orders, expr: "after.id > 1" }
                """ + SYNC.formatted("few"));

        assertThat(plan.warnings()).isEmpty();
        assertThat(policy(plan)).isEqualTo(DdlPolicy.APPLY);
    }

    @Test
    void aMapIsNamed() {
        assertStops(plan("postgres", """
                        transforms:
                          - { id: other, type: map, from: shop.orders, fields: { remark: $note } }
                        """ + SYNC.formatted("other")), "its rows pass `other`");
    }

    @Test
    void soIsTheErrorPolicy() {
        assertStops(
                plan("postgres", "settings: { error_policy: dead_letter }\n" + SYNC.formatted("shop.orders")),
                "`error_policy: dead_letter`");
    }

    @Test
    void soIsAnotherReaderThatWantsToStop() {
        assertStops(
                plan("mysql", SYNC.formatted("shop.orders") + "    - { source: copies, rename: { prefix: other_ } }\n"),
                "another sync copies it with `ddl: fail`");
    }

    private static void assertStops(PlanOutcome plan, String obstacle) {
        assertThat(plan.warnings()).extracting(Diagnostic::code).containsExactly("capture.ddl-not-followed");
        assertThat(plan.warnings().get(0).message()).contains("public.orders").contains(obstacle);
        assertThat(policy(plan)).isEqualTo(DdlPolicy.FAIL);
    }

    private static DdlPolicy policy(PlanOutcome plan) {
        return plan.plan().steps().stream()
                .filter(ReadTablesStep.class::isInstance)
                .map(step -> ((ReadTablesStep) step).tables().get(0).ddl())
                .findFirst()
                .orElseThrow();
    }

    private static PlanOutcome plan(String connector, String body) {
        Workspace workspace = new Workspace(List.of(
                new TapFile("source/shop.tap.yml", """
                        version: tapstate/v1
                        kind: source
                        id: shop
                        connector: %s
                        config: { host: localhost, database: public, username: u, password: "${SECRET}" }
                        mode: cdc
                        """.formatted(connector)),
                new TapFile("source/copies.tap.yml", """
                        version: tapstate/v1
                        kind: source
                        id: copies
                        connector: mongodb
                        config: { uri: "${SECRET}" }
                        """),
                new TapFile("pipeline/copy.tap.yml", """
                        version: tapstate/v1
                        kind: pipeline
                        id: copy
                        source: shop
                        """ + body)));
        TableSchema orders = new TableSchema(
                new TableId("public", "orders"),
                List.of(
                        new ColumnSchema("id", "integer", ColumnType.INTEGER, false),
                        new ColumnSchema("note", "text", ColumnType.STRING, true)),
                List.of("id"),
                List.of(),
                BeforeImage.FULL,
                OptionalLong.empty());
        return TapPlanner.plan(
                workspace, "copy", (source, name, config, capture) -> List.of(orders), variable -> "mongodb://x/y");
    }
}
