package io.tapstate.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.tapstate.cli.Typed;
import io.tapstate.cli.error.ExitCode;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.mongodb.DeadLetterFields;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people do with dead letters, on a real store that holds some. */
class DeadLettersCommandIT {
    private static final String FAILED = "aa00000000000000000000f1";
    private static final String OTHER_STEP = "ab00000000000000000000f2";
    private static final String PARTIAL = "bb00000000000000000000f3";
    private static final String SUPERSEDED = "cc00000000000000000000f4";

    @TempDir
    private Path folder;

    private MongoClient client;
    private String database;
    private MongoCollection<BsonDocument> letters;
    private Typed cli;

    @BeforeEach
    void begin() {
        database = TestDatabases.uniqueName("letters");
        client = MongoClients.create(TestDatabases.store().uri(database));
        letters = client.getDatabase(database).getCollection(DeadLetterFields.COLLECTION, BsonDocument.class);
        letters.insertOne(letter(FAILED, "js_1", "transform.script-failed", "open", true, 30));
        letters.insertOne(letter(OTHER_STEP, "map_2", "transform.expression-failed", "open", true, 20));
        letters.insertOne(letter(PARTIAL, "source.shop", "capture.value-not-representable", "open", false, 10));
        letters.insertOne(letter(SUPERSEDED, "js_1", "transform.script-failed", "superseded", true, 0));
        cli = new Typed(folder).with("TAPSTATE_VIEWS_URI", TestDatabases.store().uri(database));
    }

    @AfterEach
    void end() {
        client.getDatabase(database).drop();
        client.close();
    }

    @Test
    void whatWaitsForSomebodyIsListedTheLastFirst() {
        assertThat(cli.run("dead-letters", "list")).as(cli.err()).isEqualTo(ExitCode.DONE);

        assertThat(cli.out().lines().map(line -> line.substring(0, 12)))
                .containsExactly(
                        "ID          ", FAILED.substring(0, 12), OTHER_STEP.substring(0, 12), PARTIAL.substring(0, 12));
        assertThat(cli.out().lines().skip(1).findFirst().orElseThrow().replaceAll(" +", " "))
                .isEqualTo(
                        "aa0000000000 orders js_1 shop.orders 7 transform.script-failed open 2 1970-01-01T00:00:30Z");
        assertThat(cli.err()).contains("3 dead letters");
    }

    @Test
    void aListIsNarrowedAndNeverHoldsRows() {
        cli.run("dead-letters", "list", "--step", "js_1", "--all", "-o", "json");
        assertThat(cli.out().lines()).hasSize(2).noneMatch(line -> line.contains("secret name"));
        assertThat(BsonDocument.parse(cli.out().lines().findFirst().orElseThrow())
                        .getString("_id")
                        .getValue())
                .isEqualTo(FAILED);

        cli.run("dead-letters", "list", "--code", "transform.expression-failed", "--pipeline", "orders");
        assertThat(cli.err()).contains("1 dead letter").doesNotContain("letters");
        cli.run("dead-letters", "list", "--pipeline", "another");
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err()).contains("0 dead letters");
        cli.run("dead-letters", "list", "--limit", "1");
        assertThat(cli.err()).contains("1 of 3 dead letters (--limit)");
    }

    @Test
    void theyAreCountedByStepAndReason() {
        assertThat(cli.run("dead-letters", "list", "--counts", "--all")).isEqualTo(ExitCode.DONE);
        assertThat(cli.out().lines().map(line -> line.replaceAll(" +", " ")))
                .contains(
                        "orders js_1 transform.script-failed open 1",
                        "orders js_1 transform.script-failed superseded 1",
                        "orders map_2 transform.expression-failed open 1");
    }

    @Test
    void oneIsShownWithItsRow() {
        assertThat(cli.run("dead-letters", "show", "aa")).as(cli.err()).isEqualTo(ExitCode.DONE);
        assertThat(cli.out()).contains("\"row\": {\"id\": 7, \"name\": \"secret name\"}", "\"fix\"");

        assertThat(cli.run("dead-letters", "show", "a")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).contains("cli.dead-letter-not-found", "several begins");
        assertThat(cli.run("dead-letters", "show", "ff")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.run("dead-letters", "show", ".*")).isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void aReplayIsAskedForOnceAndOnlyWhereItCanHelp() {
        assertThat(cli.run("dead-letters", "replay", "aa")).as(cli.err()).isEqualTo(ExitCode.DONE);
        assertThat(cli.out()).isEqualTo("1 dead letter is tried again\n");
        assertThat(statuses()).containsEntry(FAILED, "requested").containsEntry(OTHER_STEP, "open");
        assertThat(cli.run("dead-letters", "replay", "aa")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).contains("cli.dead-letter-settled", "is requested");
        assertThat(cli.run("dead-letters", "replay", "cc")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).contains("is superseded");
        assertThat(cli.run("dead-letters", "replay", "bb")).isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).contains("cli.dead-letter-incomplete");
    }

    @Test
    void severalAreReplayedByWhatTheyAreAbout() {
        assertThat(cli.run("dead-letters", "replay")).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err()).contains("cli.dead-letters-not-chosen");
        assertThat(cli.run("dead-letters", "replay", "--code", "capture.value-not-representable"))
                .as("none of them can be")
                .isEqualTo(ExitCode.REFUSED);
        assertThat(cli.err()).contains("cli.dead-letter-incomplete", "mend the row in its table");
        assertThat(cli.run("dead-letters", "replay", "--all", "-o", "json")).isEqualTo(ExitCode.DONE);
        assertThat(cli.out().replaceAll("\\s", "")).isEqualTo("{\"requested\":2,\"leftOpen\":1}");
        assertThat(statuses())
                .isEqualTo(Map.of(
                        FAILED, "requested", OTHER_STEP, "requested", PARTIAL, "open", SUPERSEDED, "superseded"));
    }

    @Test
    void whatIsPutAsideIsKeptAndNoLongerListed() {
        assertThat(cli.run("dead-letters", "discard", "--code", "capture.value-not-representable"))
                .isEqualTo(ExitCode.DONE);
        assertThat(cli.out()).isEqualTo("1 dead letter is put aside\n");
        assertThat(statuses()).containsEntry(PARTIAL, "discarded");
        cli.run("dead-letters", "list");
        assertThat(cli.err()).contains("2 dead letters");
        assertThat(cli.run("dead-letters", "discard", "bb")).isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void aStoreWithoutLettersHasNone() {
        cli.with("TAPSTATE_VIEWS_URI", TestDatabases.store().uri(database + "_empty"));
        assertThat(cli.run("dead-letters", "list")).isEqualTo(ExitCode.DONE);
        assertThat(cli.err()).contains("0 dead letters");
        assertThat(cli.run("dead-letters")).isEqualTo(ExitCode.USAGE);
    }

    private Map<String, String> statuses() {
        Map<String, String> statuses = new TreeMap<>();
        letters.find()
                .forEach(letter -> statuses.put(
                        letter.getString("_id").getValue(),
                        letter.getString("status").getValue()));
        return statuses;
    }

    private static BsonDocument letter(
            String id, String step, String code, String status, boolean replayable, long seconds) {
        return BsonDocument.parse("""
                {_id: "%s", pipeline: "orders", step: "%s", op: "u", table: "shop.orders", namespace: "shop",
                 position: "binlog.1:4", key: {id: 7}, row: {id: 7, name: "secret name"}, replayable: %s,
                 first_seen: {$date: %d}, last_seen: {$date: %d}, status: "%s", code: "%s", message: "m", fix: "f",
                 job: "j", attempt: 0, count: 2}
                """.formatted(id, step, replayable, seconds * 1000, seconds * 1000, status, code));
    }
}
