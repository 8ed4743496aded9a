package io.tapstate.job.values;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.embedded.DatabaseServer;
import io.tapstate.connectors.embedded.MariaDbServer;
import io.tapstate.connectors.embedded.ServerOptions;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.job.translate.RealSourceJob;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every type of every server: the same rows through the snapshot and through the log, then written once more, as root
 * column, array element, pointed-at row and key, under two server zones and two zones and locales of the JVM.
 */
class TypeSamplesIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int MOST_SHOWN = 200;

    private final TimeZone zone = TimeZone.getDefault();
    private final Locale locale = Locale.getDefault();

    @AfterEach
    void restore() {
        TimeZone.setDefault(zone);
        Locale.setDefault(locale);
    }

    @Test
    void mySqlValuesAreTheSameFromSnapshotAndLog() throws Exception {
        run(new MySqlTypeSamples(), "+00:00", "Europe/Berlin", Locale.ROOT);
    }

    @Test
    void mySqlValuesAreTheSameInOtherZones() throws Exception {
        run(new MySqlTypeSamples(), "-03:30", "Asia/Kolkata", Locale.forLanguageTag("tr-TR"));
    }

    @Test
    void mariaDbValuesAreTheSameFromSnapshotAndLog(@TempDir Path folder) throws Exception {
        try (DatabaseServer mariaDb =
                MariaDbServer.start(folder.resolve("mariadb"), ServerOptions.FAST, System.out::println)) {
            MariaDbTypeSamples samples = new MariaDbTypeSamples(mariaDb);
            assertThat(samples.without()).containsExactly("varchar(20) character set gb18030");
            run(samples, "-03:30", "Asia/Kolkata", Locale.ROOT);
        }
    }

    @Test
    void postgresValuesAreTheSameFromSnapshotAndLog() throws Exception {
        run(new PostgresTypeSamples(), "+00:00", "Europe/Berlin", Locale.ROOT);
    }

    @Test
    void postgresValuesAreTheSameInOtherZones() throws Exception {
        run(new PostgresTypeSamples(), "-03:30", "Asia/Kolkata", Locale.forLanguageTag("de-AT"));
    }

    private void run(TypeSamples server, String serverZone, String jvmZone, Locale jvmLocale) throws Exception {
        TimeZone.setDefault(TimeZone.getTimeZone(jvmZone));
        Locale.setDefault(jvmLocale);
        try (TestDatabase database = server.fresh()) {
            SampleTables tables = new SampleTables(server, database);
            tables.create();
            tables.execute(server.disturbance(database, serverZone));
            try {
                play(server, tables);
            } finally {
                tables.execute(server.recovery());
            }
        }
    }

    private static void play(TypeSamples server, SampleTables tables) throws Exception {
        Map<Integer, BsonDocument> documents = new ConcurrentHashMap<>();
        List<String> differences = new ArrayList<>();
        Map<TypeSample, List<BsonValue>> given;
        tables.fill(0);
        differences.addAll(tables.planDifferences());
        try (RealSourceJob job =
                new RealSourceJob(tables.plan(), tables.variables(), change -> keep(change, documents))) {
            await(job, "snapshot", tables, 0, false, documents, differences);
            given = tables.given(0, documents);
            tables.fill(1);
            await(job, "log", tables, 1, false, documents, differences);
            tables.touch(0);
            await(job, "update", tables, 0, true, documents, differences);
            job.await(Duration.ofSeconds(10), () -> tables.keysComplete(documents));
            differences.addAll(tables.keyDifferences(documents));
        }
        assertThat(differences.stream().distinct().limit(MOST_SHOWN).toList()).isEmpty();
        if (!(server instanceof MariaDbTypeSamples)) {
            TypesPage.check(server.connector(), given);
        }
    }

    private static void await(
            RealSourceJob job,
            String stage,
            SampleTables tables,
            int batch,
            boolean touched,
            Map<Integer, BsonDocument> documents,
            List<String> differences)
            throws Exception {
        boolean complete = job.await(PATIENCE, () -> tables.complete(batch, touched, documents));
        assertThat(complete)
                .as("%s arrives; there are %s", stage, documents.keySet())
                .isTrue();
        tables.differences(batch, documents).forEach(difference -> differences.add(stage + ": " + difference));
    }

    private static void keep(RowChange change, Map<Integer, BsonDocument> documents) {
        if (change.after() != null) {
            BsonDocument document = new RawBsonDocument(change.after());
            documents.put((int) document.getInt64("id").getValue(), document);
        }
    }
}
