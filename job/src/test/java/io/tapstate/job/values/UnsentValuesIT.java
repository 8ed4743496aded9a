package io.tapstate.job.values;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.client.LiveSchemas;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.job.translate.RealSourceJob;
import io.tapstate.planner.TapPlanner;
import io.tapstate.planner.Workspace;
import io.tapstate.planner.dsl.TapFile;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.PlanOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Large values that PostgreSQL leaves out of an update, under the replica identity that tables have by themselves. */
class UnsentValuesIT {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Map<Integer, BsonDocument> documents = new ConcurrentHashMap<>();

    @TempDir
    Path folder;

    private TestDatabase database;

    @BeforeEach
    void createDatabase() {
        database = TestDatabases.freshPostgres("unsent");
    }

    @AfterEach
    void dropDatabase() {
        database.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "text; repeat('0123456789', 1000)",
                "char(10000); repeat(chr(120), 3)",
                "bytea; decode(repeat('00ff', 5000), 'hex')",
                "json; to_json(repeat('0123456789', 1000))",
                "jsonb; to_jsonb(repeat('0123456789', 1000))",
                "numeric; repeat('9', 20000)::numeric",
                "integer[]; array_fill(7, ARRAY[5000])",
                "polygon; polygon(500, circle '((0,0),1)')"
            })
    void anUnchangedLargeValueStaysWhereAnotherColumnChanges(String type, String value) throws Exception {
        database.execute(
                "CREATE TABLE notes (id int PRIMARY KEY, state int, body " + type + ")",
                "ALTER TABLE notes ALTER body SET STORAGE EXTERNAL",
                "INSERT INTO notes VALUES (1, 1, " + value + "), (2, 1, NULL)");

        String savepoint;
        BsonDocument first;
        try (RealSourceJob job = start(Optional.empty(), "snapshot_and_cdc")) {
            await(job, () -> documents.size() == 2);
            first = documents.get(1);
            database.execute("UPDATE notes SET state = 2", "INSERT INTO notes VALUES (3, 1, " + value + ")");
            await(job, () -> state(1) == 2 && state(2) == 2 && documents.containsKey(3));
            database.execute("UPDATE notes SET state = 3");
            await(job, () -> state(1) == 3 && state(3) == 3);
            savepoint = job.stop(folder);
        }
        database.execute("UPDATE notes SET state = 4");
        try (RealSourceJob job = start(Optional.of(savepoint), "snapshot_and_cdc")) {
            await(job, () -> state(1) == 4 && state(3) == 4);

            assertThat(documents.get(1).get("body")).isEqualTo(first.get("body"));
            assertThat(documents.get(3).get("body")).isEqualTo(first.get("body"));
            assertThat(documents.get(2).isNull("body")).isTrue();
        }
    }

    @Test
    void aRowThatNobodyHasSeenIsACodedStop() throws Exception {
        database.execute(
                "CREATE TABLE notes (id int PRIMARY KEY, state int, body text)",
                "ALTER TABLE notes ALTER body SET STORAGE EXTERNAL",
                "INSERT INTO notes VALUES (1, 1, repeat('0123456789', 1000))");
        int[] next = {100};

        try (RealSourceJob job = start(Optional.empty(), "cdc_only")) {
            // The log is followed from some moment after the start on.
            await(job, () -> {
                database.execute("INSERT INTO notes VALUES (" + next[0]++ + ", 1, repeat('9876543210', 1000))");
                return !documents.isEmpty();
            });
            int seen = documents.keySet().iterator().next();
            database.execute("UPDATE notes SET state = 2 WHERE id = " + seen);
            await(job, () -> state(seen) == 2);

            database.execute("UPDATE notes SET state = 2 WHERE id = 1");

            assertThatThrownBy(() -> job.await(PATIENCE, () -> false))
                    .hasStackTraceContaining("capture.unchanged-value-not-sent")
                    .hasStackTraceContaining("body");
        }
    }

    private RealSourceJob start(Optional<String> savepoint, String mode) throws Exception {
        return new RealSourceJob(plan(mode), this::variable, this::keep, savepoint);
    }

    private static void await(RealSourceJob job, BooleanSupplier so) throws Exception {
        assertThat(job.await(PATIENCE, so)).isTrue();
    }

    private long state(int id) {
        return documents.containsKey(id) ? documents.get(id).getInt64("state").getValue() : -1;
    }

    private void keep(RowChange change) {
        if (change.after() != null) {
            BsonDocument document = new RawBsonDocument(change.after());
            documents.put((int) document.getInt64("id").getValue(), document);
        }
    }

    private String variable(String name) {
        return switch (name) {
            case "NOTES_PASSWORD" -> database.server().password();
            case "TAPSTATE_VIEWS_URI" -> "mongodb://127.0.0.1:1/views";
            default -> null;
        };
    }

    private JobPlan plan(String mode) {
        TapFile source = new TapFile("source/db.tap.yml", """
                version: tapstate/v1
                kind: source
                id: db
                connector: postgres
                config: { host: "%s", port: %d, database: %s, username: %s, password: "${NOTES_PASSWORD}" }
                mode: cdc
                """.formatted(
                        database.server().host(),
                        database.server().port(),
                        database.name(),
                        database.server().user()));
        TapFile pipeline = new TapFile("pipeline/notes.tap.yml", """
                version: tapstate/v1
                kind: pipeline
                id: notes
                source: db
                transforms:
                  - id: tree
                    type: nest
                    from: { notes: notes }
                    root: { from: notes, key: [id] }
                view: { id: notes, from: tree, primary_key: id }
                settings: { read_mode: %s }
                """.formatted(mode));
        PlanOutcome outcome = TapPlanner.plan(
                new Workspace(List.of(source, pipeline)), "notes", new LiveSchemas(this::variable), this::variable);
        assertThat(outcome.refusals()).isEmpty();
        return outcome.plan();
    }
}
