package io.tapstate.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.cli.error.CliError;
import io.tapstate.cli.run.EngineSettings;
import io.tapstate.cli.run.EngineStarter;
import io.tapstate.cli.run.FakeDistribution;
import io.tapstate.cli.run.StopSignal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TourTest {
    @TempDir
    private Path folder;

    @Test
    void anEngineThatFailsFailsTheStepWithItsOwnWords() throws Exception {
        EngineSettings settings = new EngineSettings(
                FakeDistribution.in(folder.resolve("home")),
                folder.resolve("plan.json"),
                folder.resolve("state"),
                Map.of("FAKE_ENGINE", "fail"),
                "0",
                OptionalInt.empty(),
                false);
        try (TourEngine engine = TourEngine.start(EngineStarter.of("p", settings))) {
            assertThatThrownBy(() -> engine.awaitStreaming("load", Duration.ofSeconds(30), new StopSignal()))
                    .hasMessageContaining(CliError.CHECK_FAILED.code())
                    .hasMessageContaining("c.d: broke");
        }
    }

    @Test
    void aDatabaseThatDoesNotAnswerIsCoded() {
        DatabaseAddress nobody = new DatabaseAddress(DatabaseAddress.Kind.MYSQL, "127.0.0.1", 1, "d", "u", "s3cret");
        assertThatThrownBy(() -> Sql.open(nobody))
                .hasMessageContaining(CliError.DEMO_DATABASE_REFUSED.code())
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void anAbsentArrayIsNotAnEmptyOne() {
        TourStep.Expectation empty = TourStep.document(5, "erin");
        assertThat(empty.holds().test(document("{customer: 'erin', shipments: []}")))
                .isTrue();
        assertThat(empty.holds().test(document("{customer: 'erin'}"))).isFalse();
        assertThat(empty.holds().test(Optional.empty())).isFalse();
    }

    @Test
    void shipmentsMustBeCompleteAndInOrder() {
        TourStep.Expectation two = TourStep.document(1, "alice", 1, 2);
        assertThat(two.holds().test(document("{customer: 'alice', shipments: [{id: 1}, {id: 2}]}")))
                .isTrue();
        assertThat(two.holds().test(document("{customer: 'alice', shipments: [{id: 2}, {id: 1}]}")))
                .isFalse();
        assertThat(two.holds().test(document("{customer: 'alice', shipments: [{id: 1}]}")))
                .isFalse();
        assertThat(TourStep.noDocument(1).holds().test(Optional.empty())).isTrue();
    }

    private static Optional<BsonDocument> document(String json) {
        return Optional.of(BsonDocument.parse(json));
    }
}
