package io.tapstate.job.history;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.client.LiveSchemas;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RowWriter;
import io.tapstate.job.history.History.Statement;
import io.tapstate.job.history.History.Transaction;
import io.tapstate.planner.TapPlanner;
import io.tapstate.planner.Workspace;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.PlanOutcome;
import io.tapstate.planner.plan.StepId;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bson.BsonDocument;

/** A random case on real servers: its tables, its transactions as SQL, its view, and what the view must hold. */
public final class RealHistory implements AutoCloseable {
    /** Holding one unique value twice within a transaction needs deferred constraints, which identify no row. */
    private static final Set<Feature> NOWHERE = EnumSet.of(Feature.KEY_SWAP_DEFERRED);

    private static final int MOST_SHOWN = 3;
    private static final int LONGEST_SHOWN = 4000;
    private static final String VIEW = "state";

    private final HistoryCase history;
    private final Feed shown;
    private final Random random;
    private final Map<String, RealSource> sources = new LinkedHashMap<>();
    private final Map<String, String> environment = new TreeMap<>();
    private final Map<Table, Map<RowKey, BsonDocument>> rows = new HashMap<>();
    private final String views = TestDatabases.uniqueName("history_views");
    private final MongoClient store = MongoClients.create(TestDatabases.store().uri(views));
    private final TreeMap<RowKey, BsonDocument> expected;
    private int next;

    private RealHistory(HistoryCase history, long seed) {
        this.history = history;
        this.random = new Random(seed);
        this.shown = history.workspace().end(history.workspace().outermost().get(0));
        this.expected = history.documents(new StepId(shown.reference()));
    }

    /** Whether a seed's workspace is worth a run: a single view and nothing else written, with something embedded. */
    public static boolean isPlayable(long seed) {
        NestWorkspace workspace = RandomNest.of(seed, without(seed));
        return workspace.viewed()
                && workspace.outermost().size() == 1
                && workspace.nests().stream().anyMatch(nest -> nest.nodes().size() > 1)
                && workspace.tables().stream().noneMatch(table -> isUnsplittable(workspace, table));
    }

    /** The PostgreSQL source splits a table by the least and greatest values of its key, which these types do not have. */
    private static boolean isUnsplittable(NestWorkspace workspace, Table table) {
        ColumnType first = table.column(table.identity.get(0)).type();
        return workspace.connectors().get(table.source).equals("postgres")
                && (first == ColumnType.BINARY || first == ColumnType.BOOLEAN);
    }

    // MySQL has no UUIDs, so they are only where it is not.
    private static Set<Feature> without(long seed) {
        Set<Feature> without = EnumSet.copyOf(NOWHERE);
        without.add(Math.floorMod(seed, 4) == 0 ? Feature.MYSQL : Feature.KEY_UUID);
        return without;
    }

    /** Makes the tables and fills them with the rows that snapshots find. Close it whatever happens. */
    public static RealHistory of(long seed, int worlds, int transactionsPerWorld) throws SQLException {
        HistoryCase made = HistoryCase.of(seed, worlds, transactionsPerWorld, without(seed));
        RealHistory real = new RealHistory(RealValues.of(made), seed);
        try {
            real.load();
        } catch (SQLException | RuntimeException e) {
            real.close();
            throw e;
        }
        return real;
    }

    private void load() throws SQLException {
        NestWorkspace workspace = history.workspace();
        environment.put("TAPSTATE_VIEWS_URI", TestDatabases.store().uri(views));
        for (Table table : workspace.tables()) {
            RealSource source = sources.get(table.source);
            if (source == null) {
                source = new RealSource(table.source, workspace.connectors().get(table.source));
                sources.put(table.source, source);
                environment.put(
                        password(table.source), source.database().server().password());
            }
            source.create(table);
        }
        for (Statement statement : history.history().stock()) {
            sources.get(statement.table().source).transaction(writes(List.of(statement)), true);
        }
    }

    private static String password(String source) {
        return source.toUpperCase(Locale.ROOT) + "_PASSWORD";
    }

    /** What the engine must find in its environment. */
    public Map<String, String> environment() {
        return environment;
    }

    /** As made from the tables that are there. */
    public JobPlan plan() {
        Workspace workspace = new Workspace(history.workspace().files(this::config));
        PlanOutcome outcome =
                TapPlanner.plan(workspace, NestWorkspace.PIPELINE, new LiveSchemas(environment::get), environment::get);
        if (!outcome.refusals().isEmpty()) {
            throw new IllegalStateException("refused: " + outcome.refusals());
        }
        return outcome.plan();
    }

    private String config(String source) {
        TestDatabase database = sources.get(source).database();
        return "{ host: %s, port: %d, database: %s, username: %s, password: \"${%s}\" }"
                .formatted(
                        database.server().host(),
                        database.server().port(),
                        database.name(),
                        database.server().user(),
                        password(source));
    }

    /** How many transactions are still to be played. */
    public int left() {
        return history.history().transactions().size() - next;
    }

    /** Plays one transaction, sometimes after a try that is rolled back. */
    public void play() throws SQLException {
        Transaction transaction = history.history().transactions().get(next++);
        List<RealSource.Write> writes = writes(transaction.statements());
        RealSource source = sources.get(transaction.source());
        if (random.nextInt(8) == 0) {
            source.transaction(writes, false);
        }
        source.transaction(writes, true);
    }

    /** A deletion followed by a row of another identity is, at times, one row whose identity changes. */
    private List<RealSource.Write> writes(List<Statement> statements) {
        List<RealSource.Write> writes = new ArrayList<>();
        for (int i = 0; i < statements.size(); i++) {
            Statement statement = statements.get(i);
            Table table = statement.table();
            BsonDocument before = replace(statement);
            BsonDocument after = statement.delete() ? null : statement.row();
            boolean followed = after == null
                    && before != null
                    && i + 1 < statements.size()
                    && isInsert(statements.get(i + 1), table);
            if (followed && random.nextBoolean()) {
                after = statements.get(++i).row();
                replace(statements.get(i));
            }
            if (before != null || after != null) {
                writes.add(new RealSource.Write(table, before, after));
            }
        }
        return writes;
    }

    private boolean isInsert(Statement statement, Table table) {
        return statement.table() == table
                && !statement.delete()
                && !rows(table).containsKey(key(statement.row(), table.identity));
    }

    private BsonDocument replace(Statement statement) {
        Table table = statement.table();
        RowKey key = key(statement.row(), table.identity);
        return statement.delete() ? rows(table).remove(key) : rows(table).put(key, statement.row());
    }

    private Map<RowKey, BsonDocument> rows(Table table) {
        return rows.computeIfAbsent(table, none -> new HashMap<>());
    }

    private static RowKey key(BsonDocument row, List<String> columns) {
        return KeyEncoding.of(RowWriter.encode(row), columns).orElseThrow();
    }

    /** How the view differs from what it must hold once everything was played; empty when it does not. */
    public String difference() {
        TreeMap<RowKey, BsonDocument> found = new TreeMap<>();
        MongoCollection<BsonDocument> view = store.getDatabase(views).getCollection(VIEW, BsonDocument.class);
        for (BsonDocument document : view.find()) {
            found.put(key(document, shown.identity()), document);
        }
        TreeSet<RowKey> keys = new TreeSet<>(expected.keySet());
        keys.addAll(found.keySet());
        List<String> differences = new ArrayList<>();
        for (RowKey key : keys) {
            BsonDocument should = expected.containsKey(key) ? identified(expected.get(key)) : null;
            String wanted = text(should);
            String had = text(ordered(found.get(key), should));
            if (!wanted.equals(had)) {
                differences.add("document " + key + " in world " + history.world(new StepId(shown.reference()), key)
                        + "\n  should be " + shown(wanted) + "\n  but is    " + shown(had));
            }
        }
        if (differences.isEmpty()) {
            return "";
        }
        return differences.size() + " of " + expected.size() + " documents differ\n"
                + String.join("\n", differences.subList(0, Math.min(MOST_SHOWN, differences.size())));
    }

    /** The document with its {@code _id}, as the view has it. */
    private BsonDocument identified(BsonDocument document) {
        BsonDocument key = new BsonDocument();
        shown.identity().forEach(column -> key.put(column, document.get(column)));
        BsonDocument whole = new BsonDocument(
                "_id", key.size() == 1 ? document.get(shown.identity().get(0)) : key);
        whole.putAll(document);
        return whole;
    }

    /** A replacement leaves fields of the stand-in for MongoDB where they were, and appends new ones: at the top only. */
    private static BsonDocument ordered(BsonDocument document, BsonDocument like) {
        if (document == null || like == null || !document.keySet().equals(like.keySet())) {
            return document;
        }
        BsonDocument ordered = new BsonDocument();
        like.keySet().forEach(field -> ordered.put(field, document.get(field)));
        return ordered;
    }

    private static String text(BsonDocument document) {
        return document == null ? "absent" : document.toJson().replace("-0123456789", "~");
    }

    private static String shown(String text) {
        String shorter = text.replaceAll("~{3,}", "~~");
        return shorter.length() > LONGEST_SHOWN ? shorter.substring(0, LONGEST_SHOWN) + "..." : shorter;
    }

    /** What it makes use of. */
    public Set<Feature> features() {
        return history.features();
    }

    /** Everything there is to know of it, for people. */
    public String description() {
        return history.workspace().toString();
    }

    @Override
    public String toString() {
        return history.toString();
    }

    @Override
    public void close() throws SQLException {
        store.getDatabase(views).drop();
        store.close();
        for (RealSource source : sources.values()) {
            source.close();
        }
    }
}
