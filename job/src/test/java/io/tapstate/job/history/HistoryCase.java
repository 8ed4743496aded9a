package io.tapstate.job.history;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RowWriter;
import io.tapstate.job.history.History.Statement;
import io.tapstate.job.history.History.Transaction;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.ReadTablesStep;
import io.tapstate.planner.plan.StepId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.bson.BsonDocument;

/**
 * A plan, what its sources send, and what the documents of its nests must be.
 *
 * <p>A case holds many worlds: histories that share the plan, and so the operators, but no row and no document.
 */
public final class HistoryCase {
    private final NestWorkspace workspace;
    private final History history;
    private final JobPlan plan;
    private final Set<Feature> features;
    private final String origin;
    private final TreeMap<String, SourceLog> logs = new TreeMap<>();
    private final Map<Feed, Map<RowKey, Integer>> worlds = new HashMap<>();
    private boolean sound = true;

    HistoryCase(
            NestWorkspace workspace,
            JobPlan plan,
            History history,
            Set<Feature> features,
            String origin,
            boolean judge) {
        this.workspace = workspace;
        this.history = history;
        this.plan = plan;
        this.features = features;
        this.origin = origin;
        play(judge);
    }

    /**
     * A random case; the same arguments give the same one.
     *
     * @param transactionsPerWorld on average
     * @param without what neither nests nor histories make use of
     */
    public static HistoryCase of(long seed, int worlds, int transactionsPerWorld, Set<Feature> without) {
        NestWorkspace workspace = RandomNest.of(seed, without);
        RandomHistory.Made made = RandomHistory.of(seed, workspace, worlds, transactionsPerWorld, without);
        Set<Feature> features = EnumSet.copyOf(workspace.features());
        features.addAll(made.features());
        return new HistoryCase(workspace, workspace.plan(), made.history(), features, "seed " + seed, false);
    }

    public static HistoryCase of(long seed, int worlds, int transactionsPerWorld) {
        return of(seed, worlds, transactionsPerWorld, Set.of());
    }

    /** As the planner made it, whether or not this release runs it. */
    public JobPlan plan() {
        return plan;
    }

    /** The log of each source that the plan reads, by id. */
    public TreeMap<String, SourceLog> logs() {
        return logs;
    }

    /** The nests' steps, each after those it reads. */
    public List<StepId> nests() {
        return workspace.nests().stream().map(Nest::step).toList();
    }

    /** The steps whose documents are compared: the nests, and what comes out of the steps after the outermost ones. */
    public List<StepId> outputs() {
        return workspace.outputs().stream().map(HistoryCase::step).toList();
    }

    private static StepId step(Feed feed) {
        return new StepId(feed.reference());
    }

    /** What it makes use of. */
    public Set<Feature> features() {
        return features;
    }

    /** Every document of a nest once all logs are read. */
    public TreeMap<RowKey, BsonDocument> documents(StepId nest) {
        Map<String, Integer> positions = new HashMap<>();
        logs.forEach((source, log) -> positions.put(source, log.size()));
        return documents(nest, positions);
    }

    /**
     * Every document of a nest, without {@code _id}, by its encoded key.
     *
     * @param positions how many changes of each log were read; where a source is left out, none. Within a transaction
     *     unique keys may be held twice: what then is, no job promises
     */
    public TreeMap<RowKey, BsonDocument> documents(StepId nest, Map<String, Integer> positions) {
        return documents(positions).get(nest);
    }

    /** As {@link #documents(StepId, Map)}, of every output. */
    public Map<StepId, TreeMap<RowKey, BsonDocument>> documents(Map<String, Integer> positions) {
        Tables tables = new Tables();
        positions.forEach((source, position) -> {
            SourceLog log = logs.get(source);
            for (int i = 0; i < position; i++) {
                tables.apply(log.statement(i), log.changes().get(i).key());
            }
        });
        NestModel model = new NestModel(tables::rows);
        Map<StepId, TreeMap<RowKey, BsonDocument>> documents = new HashMap<>();
        workspace.outputs().forEach(feed -> documents.put(step(feed), model.documents(feed)));
        return documents;
    }

    /** The world that a document is of; -1 for one that never was. */
    public int world(StepId nest, RowKey document) {
        return worlds.computeIfAbsent(output(nest), this::worlds).getOrDefault(document, -1);
    }

    /** One world of it, alone. */
    public HistoryCase world(int world) {
        return with(workspace, plan, history.only(statement -> statement.world() == world));
    }

    NestWorkspace workspace() {
        return workspace;
    }

    History history() {
        return history;
    }

    /** Whether unique keys hold at the end of each transaction; judged for cases that a shrinker makes. */
    boolean sound() {
        return sound;
    }

    /** This case with other parts. */
    HistoryCase with(NestWorkspace otherWorkspace, JobPlan otherPlan, History otherHistory) {
        return new HistoryCase(otherWorkspace, otherPlan, otherHistory, features, origin, true);
    }

    private Feed output(StepId step) {
        return workspace.outputs().stream()
                .filter(feed -> step(feed).equals(step))
                .findFirst()
                .orElseThrow();
    }

    private Map<RowKey, Integer> worlds(Feed feed) {
        Map<RowKey, Integer> found = new HashMap<>();
        for (Statement statement : history.statements()) {
            BsonDocument row = NestModel.named(feed, statement.table(), statement.row());
            if (row != null) {
                found.put(NestModel.key(row, feed.identity()), statement.world());
            }
        }
        return found;
    }

    private void play(boolean judge) {
        Map<Table, List<String>> identities = new HashMap<>();
        for (var step : plan.steps()) {
            if (step instanceof ReadTablesStep read) {
                logs.put(read.source(), new SourceLog(read.source()));
                workspace.tables().stream()
                        .filter(table -> table.source.equals(read.source()))
                        .forEach(table -> read.table(table.id).ifPresent(known -> identities.put(table, known.key())));
            }
        }
        Tables tables = new Tables();
        List<Statement> stock = new ArrayList<>(history.stock());
        Collections.shuffle(stock, new Random(stock.size()));
        stock.forEach(statement -> write(statement, ChangeKind.READ, identities, tables));
        logs.values().forEach(SourceLog::end);
        judge(judge, history.stock(), tables);
        for (Transaction transaction : history.transactions()) {
            SourceLog log = logs.get(transaction.source());
            if (log != null) {
                int start = log.size();
                transaction.statements().forEach(statement -> write(statement, ChangeKind.INSERT, identities, tables));
                if (log.size() > start) {
                    log.end();
                }
                judge(judge, transaction.statements(), tables);
            }
        }
    }

    private void judge(boolean judge, List<Statement> statements, Tables tables) {
        if (judge) {
            Set<Table> touched = new HashSet<>();
            statements.forEach(statement -> touched.add(statement.table()));
            sound &= touched.stream().allMatch(tables::sound);
        }
    }

    /** One change as a source sends it; none for a row that is not there, or is not read. */
    private void write(Statement statement, ChangeKind fresh, Map<Table, List<String>> identities, Tables tables) {
        Table table = statement.table();
        List<String> identity = identities.get(table);
        if (identity == null) {
            return;
        }
        byte[] image = RowWriter.encode(statement.row());
        RowKey key = key(image, identity);
        BsonDocument old = tables.apply(statement, key);
        if (statement.delete() && old == null) {
            return;
        }
        SourceLog log = logs.get(table.source);
        ChangeKind kind = statement.delete() ? ChangeKind.DELETE : old == null ? fresh : ChangeKind.UPDATE;
        boolean full = table.image == BeforeImage.FULL;
        byte[] before = null;
        if (old != null && full) {
            before = RowWriter.encode(old);
        } else if (kind == ChangeKind.DELETE) {
            before = RowWriter.project(image, identity);
        }
        byte[] after = statement.delete() ? null : image;
        String position = fresh == ChangeKind.READ ? "" : table.source + ":" + log.size();
        log.add(new RowChange(kind, table.id, key, before, after, log.size(), position), statement);
    }

    private static RowKey key(byte[] row, List<String> columns) {
        return KeyEncoding.of(row, columns).orElseThrow();
    }

    /** Where it is from and how big it is. */
    @Override
    public String toString() {
        return origin + ": " + logs.values();
    }

    /** Everything, to be read by people: fit for cases that were made small. */
    public String description() {
        StringBuilder text = new StringBuilder(origin).append('\n').append(workspace);
        history.stock()
                .forEach(statement -> text.append("snapshot ").append(statement).append('\n'));
        for (Transaction transaction : history.transactions()) {
            text.append("transaction of ").append(transaction.source()).append('\n');
            transaction
                    .statements()
                    .forEach(statement -> text.append("  ").append(statement).append('\n'));
        }
        for (StepId nest : nests()) {
            text.append("documents of ").append(nest).append('\n');
            documents(nest)
                    .forEach((key, document) ->
                            text.append("  ").append(document.toJson()).append('\n'));
        }
        return text.toString();
    }
}
