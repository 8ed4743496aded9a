package io.tapstate.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tapstate.cli.Typed;
import io.tapstate.cli.error.ExitCode;
import io.tapstate.planner.plan.JobPlanCodec;
import io.tapstate.planner.plan.SavedPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanCommandTest {
    @TempDir
    private Path folder;

    private Typed cli;

    @BeforeEach
    void begin() {
        cli = new Typed(folder).with("ORDERS_DB_HOST", "db1").with("ORDERS_DB_PASSWORD", "s3cret");
        SampleFiles.write(cli);
        SampleFiles.record(cli);
    }

    @Test
    void aRecordedSchemaIsPlannedWithoutADatabase() {
        assertThat(cli.run("plan", "orders")).as(cli.err()).isEqualTo(ExitCode.DONE);
        assertThat(cli.out())
                .startsWith("pipeline orders  snapshot_and_cdc\n")
                .contains("shop.orders  key id", "changes  nothing is deployed", "verdict  ")
                .doesNotContain("s3cret");
    }

    @Test
    void withoutANameEveryPipelineIsPlanned() {
        cli.file("pipeline/more.tap.yml", SampleFiles.ORDERS.replace("id: orders", "id: more"));
        assertThat(cli.run("plan", "--offline")).as(cli.err()).isEqualTo(ExitCode.DONE);
        assertThat(cli.out()).contains("pipeline more  ", "pipeline orders  ");
    }

    @Test
    void onePipelineWithFaultsDoesNotHideTheOther() {
        cli.file("pipeline/more.tap.yml", SampleFiles.ORDERS.replace("id: orders", "id: more\ncolour: red"));
        assertThat(cli.run("plan", "--offline", "more", "orders")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).startsWith("dsl.unknown-field: ");
        assertThat(cli.out()).contains("pipeline orders  ");
    }

    @Test
    void offlineNeedsARecording() {
        cli.file("source/other_db.tap.yml", SampleFiles.ORDERS_DB.replace("orders_db", "other_db"));
        cli.file(
                "pipeline/other.tap.yml",
                SampleFiles.ORDERS.replace("orders_db", "other_db").replace("id: orders", "id: other"));
        assertThat(cli.run("plan", "--offline", "other")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).contains("actuation.source-schema-not-discovered: ", "other_db");
    }

    @Test
    void theDocumentIsThePlanItself() throws IOException {
        assertThat(cli.run("plan", "--offline", "orders", "-o", "json")).isEqualTo(ExitCode.DONE);
        assertThat(JobPlanCodec.read(cli.out().getBytes(StandardCharsets.UTF_8)).pipeline())
                .isEqualTo("orders");
        cli.file("pipeline/more.tap.yml", SampleFiles.ORDERS.replace("id: orders", "id: more"));
        assertThat(cli.run("plan", "--offline", "-o", "json")).isEqualTo(ExitCode.DONE);
        JsonNode both = new ObjectMapper().readTree(cli.out());
        assertThat(both).hasSize(2);
    }

    @Test
    void otherFormatsAreForOtherTools() {
        assertThat(cli.run("plan", "--offline", "orders", "-o", "dot")).isEqualTo(ExitCode.DONE);
        assertThat(cli.out()).startsWith("digraph");
        assertThat(cli.run("plan", "--offline", "orders", "-o", "mermaid")).isEqualTo(ExitCode.DONE);
        assertThat(cli.out()).startsWith("flowchart");
        assertThat(cli.run("plan", "--offline", "orders", "-o", "yaml")).isEqualTo(ExitCode.DONE);
        assertThat(cli.out()).contains("tapstate.plan/1");
        assertThat(cli.run("plan", "--offline", "orders", "-o", "svg")).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err()).contains("expected text, json, yaml, dot or mermaid, not `svg`");
    }

    @Test
    void theDetailedExitCodeTellsChangesFromNone() throws IOException {
        assertThat(cli.run("plan", "--offline", "orders", "--detailed-exitcode"))
                .isEqualTo(ExitCode.CHANGES);
        deploy();
        assertThat(cli.run("plan", "--offline", "orders", "--detailed-exitcode"))
                .isEqualTo(ExitCode.DONE);
        assertThat(cli.out()).contains("changes  against what is deployed");
        cli.file("pipeline/orders.tap.yml", SampleFiles.ORDERS.replace("orders_db.orders", "orders_db.customers"));
        assertThat(cli.run("plan", "--offline", "orders", "--detailed-exitcode"))
                .isEqualTo(ExitCode.CHANGES);
        assertThat(cli.run("plan", "--offline", "orders")).isEqualTo(ExitCode.DONE);
    }

    @Test
    void anotherStateFolderCanBeComparedWith() throws IOException {
        deploy();
        String elsewhere = folder.resolve("elsewhere").toString();
        assertThat(cli.run("plan", "--offline", "orders", "--detailed-exitcode", "--state-dir", elsewhere))
                .isEqualTo(ExitCode.CHANGES);
    }

    @Test
    void aDamagedPlanOfWhatIsDeployedIsToldByItsFolder() throws IOException {
        cli.file(".tapstate/orders/plan.json", "");
        assertThat(cli.run("plan", "--offline", "orders")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).startsWith("cli.folder-unusable: ").contains(".tapstate/orders", "its plan.json: ");
    }

    @Test
    void aSavedPlanHoldsThePlanAndNoSecret() throws IOException {
        Path file = folder.resolve("orders.plan");
        assertThat(cli.run("plan", "--offline", "orders", "--out", file.toString()))
                .as(cli.err())
                .isEqualTo(ExitCode.DONE);
        SavedPlan saved = SavedPlan.read(Files.readAllBytes(file));
        assertThat(saved.plan().pipeline()).isEqualTo("orders");
        assertThat(saved.deployed()).isEmpty();
        assertThat(Files.readString(file)).doesNotContain("s3cret");
    }

    @Test
    void aRunOfASavedPlanIsRefusedWhenItIsNotOne() throws IOException {
        Path file = Files.writeString(folder.resolve("orders.plan"), "{}");
        cli.with("TAPSTATE_HOME", folder.toString());
        assertThat(cli.run("run", "--plan", file.toString())).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).startsWith("plan.file-unreadable: ");
        assertThat(cli.run("run", "--plan", folder.resolve("none").toString())).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).startsWith("cli.folder-unusable: ");
        assertThat(cli.run("run")).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err()).startsWith("cli.usage: ").contains("PIPELINE");
    }

    @Test
    void optionsThatExcludeEachOtherAreWrongUsage() {
        assertThat(cli.run("plan", "--live", "--offline")).isEqualTo(ExitCode.USAGE);
        assertThat(cli.run("plan", "--out", "x", "orders", "more")).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err()).startsWith("cli.usage: ").contains("--out");
    }

    private void deploy() throws IOException {
        assertThat(cli.run("plan", "--offline", "orders", "-o", "json")).isEqualTo(ExitCode.DONE);
        cli.file(".tapstate/orders/plan.json", cli.out());
    }
}
