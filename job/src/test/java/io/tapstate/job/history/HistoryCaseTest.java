package io.tapstate.job.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.planner.plan.ReadTablesStep;
import io.tapstate.planner.plan.StepId;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class HistoryCaseTest {
    private static final int SEEDS = 40;

    @Test
    void worldsShareNoDocument() {
        for (long seed = 0; seed < SEEDS; seed++) {
            HistoryCase all = HistoryCase.of(seed, 5, 10);
            Map<StepId, TreeMap<RowKey, BsonDocument>> apart = new HashMap<>();
            for (int world = 0; world < 5; world++) {
                HistoryCase one = all.world(world);
                for (StepId nest : all.nests()) {
                    TreeMap<RowKey, BsonDocument> gathered = apart.computeIfAbsent(nest, none -> new TreeMap<>());
                    for (Map.Entry<RowKey, BsonDocument> document :
                            one.documents(nest).entrySet()) {
                        assertThat(gathered.put(document.getKey(), document.getValue()))
                                .as("seed %s", seed)
                                .isNull();
                        assertThat(all.world(nest, document.getKey())).isEqualTo(world);
                    }
                }
            }
            for (StepId nest : all.nests()) {
                assertThat(all.documents(nest)).as("seed %s", seed).isEqualTo(apart.get(nest));
            }
        }
    }

    @Test
    void uniqueKeysHoldAtTheEndOfEveryTransaction() {
        for (long seed = 0; seed < SEEDS; seed++) {
            HistoryCase made = HistoryCase.of(seed, 5, 20);
            HistoryCase judged = made.with(made.workspace(), made.plan(), made.history());
            assertThat(judged.sound()).as("seed %s", seed).isTrue();
        }
    }

    @Test
    void logsAreWhatSourcesSend() {
        for (long seed = 0; seed < SEEDS; seed++) {
            HistoryCase made = HistoryCase.of(seed, 4, 15);
            for (var step : made.plan().steps()) {
                if (step instanceof ReadTablesStep read) {
                    verify(read, made.logs().get(read.source()), "seed " + seed);
                }
            }
        }
    }

    private static void verify(ReadTablesStep read, SourceLog log, String seed) {
        Map<TableId, Map<RowKey, BsonDocument>> rows = new HashMap<>();
        for (int i = 0; i < log.size(); i++) {
            RowChange change = log.changes().get(i);
            ReadTablesStep.Table table = read.table(change.table()).orElseThrow();
            byte[] image = change.kind() == ChangeKind.DELETE ? change.before() : change.after();
            assertThat(KeyEncoding.of(image, table.key())).as(seed).contains(change.key());
            assertThat(change.kind() == ChangeKind.READ).as(seed).isEqualTo(i < log.snapshotEnd());
            Map<RowKey, BsonDocument> known = rows.computeIfAbsent(change.table(), none -> new HashMap<>());
            BsonDocument old = change.kind() == ChangeKind.DELETE
                    ? known.remove(change.key())
                    : known.put(change.key(), RawRow.decode(change.after()));
            boolean there = change.kind() == ChangeKind.UPDATE || change.kind() == ChangeKind.DELETE;
            assertThat(old != null).as(seed).isEqualTo(there);
            if (there && table.beforeImage() == BeforeImage.FULL) {
                assertThat(RawRow.decode(change.before())).as(seed).isEqualTo(old);
            } else if (change.kind() == ChangeKind.DELETE) {
                assertThat(RawRow.decode(change.before()).keySet()).as(seed).containsExactlyElementsOf(table.key());
            } else {
                assertThat(change.before()).as(seed).isNull();
            }
        }
        assertThat(log.ends()).as(seed).isSorted().endsWith(log.size());
    }

    @Test
    void theSameSeedGivesTheSameCase() {
        for (long seed = 0; seed < 10; seed++) {
            HistoryCase first = HistoryCase.of(seed, 3, 5);
            HistoryCase second = HistoryCase.of(seed, 3, 5);
            assertThat(second.description()).isEqualTo(first.description());
            assertThat(second.plan()).isEqualTo(first.plan());
            first.logs()
                    .forEach((source, log) ->
                            assertThat(second.logs().get(source).changes()).isEqualTo(log.changes()));
        }
    }

    @Test
    void whatIsExcludedIsNotUsed() {
        Set<Feature> needed = EnumSet.of(
                Feature.BELONGS_TO_AT_ROOT,
                Feature.ARRAY,
                Feature.KEY_INTEGER,
                Feature.MYSQL,
                Feature.POSTGRES,
                Feature.BEFORE_IMAGE_FULL,
                Feature.ROOT_ALONE,
                Feature.COMPOSITE_DOCUMENT_KEY,
                Feature.COMPOSITE_JOIN,
                Feature.INSERT);
        Set<Feature> without = EnumSet.complementOf(EnumSet.copyOf(needed));
        for (long seed = 0; seed < SEEDS; seed++) {
            HistoryCase made = HistoryCase.of(seed, 3, 10, without);
            assertThat(needed).as("seed %s", seed).containsAll(made.features());
        }
    }

    @Test
    void documentsChangeAsPositionsMove() {
        HistoryCase made = HistoryCase.of(1, 5, 20);
        StepId nest = made.nests().get(0);
        Map<String, Integer> positions = new HashMap<>();
        assertThat(made.documents(nest, positions)).isEmpty();
        made.logs().forEach((source, log) -> positions.put(source, log.snapshotEnd()));
        TreeMap<RowKey, BsonDocument> loaded = made.documents(nest, positions);
        made.logs().forEach((source, log) -> positions.put(source, log.size()));
        assertThat(loaded).isNotEmpty().isNotEqualTo(made.documents(nest, positions));
        assertThat(made.documents(nest)).isEqualTo(made.documents(nest, positions));
    }

    @Test
    void aFailingCaseShrinksToWhatMakesItFail() {
        HistoryCase made = HistoryCase.of(3, 10, 20);
        StepId nest = made.nests().get(made.nests().size() - 1);
        Predicate<HistoryCase> fails = candidate -> candidate.nests().contains(nest)
                && candidate.documents(nest).values().stream().anyMatch(document -> document.size() > 2);
        HistoryCase small = Shrinker.shrink(made, fails, 2000);
        assertThat(fails).accepts(small);
        assertThat(small.documents(nest)).hasSize(1);
        assertThat(small.description()).contains("transforms:", "documents of " + nest);
        List<History.Statement> statements = small.history().statements();
        assertThat(statements).hasSizeLessThan(4);
        for (History.Statement dropped : statements) {
            History less = small.history().only(statement -> statement != dropped);
            assertThat(fails).rejects(small.with(small.workspace(), small.plan(), less));
        }
    }
}
