package io.tapstate.job.translate;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.row.RowWriter;
import io.tapstate.connectors.runtime.SinkRequest;
import io.tapstate.connectors.runtime.SourceRequest;
import io.tapstate.planner.expression.JoinQuery;
import io.tapstate.planner.logical.RowType;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.PlanColumns;
import io.tapstate.planner.plan.PlanStep;
import io.tapstate.planner.plan.QueryRowsStep;
import io.tapstate.planner.plan.ReadMode;
import io.tapstate.planner.plan.ReadTablesStep;
import io.tapstate.planner.plan.StepId;
import io.tapstate.planner.plan.StreamRef;
import io.tapstate.planner.plan.WriteViewStep;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.bson.BsonDocument;

/** One query as a whole job: scripted sources, the query, a collecting sink. */
final class QueryRun implements Connectors {
    static final StepId JOIN = new StepId("join_1");

    private static final AtomicInteger RUNS = new AtomicInteger();

    private final List<PlanStep> sources = new ArrayList<>();
    private final List<QueryRowsStep.Table> tables = new ArrayList<>();
    private final Map<String, ScriptedSource.Script> scripts = new HashMap<>();
    private final int run = RUNS.incrementAndGet();

    /**
     * Adds a table with a key.
     *
     * @param columns {@code name TYPE}, comma-separated; the TYPE {@code dyn} is none
     */
    QueryRun table(String alias, String columns, String key, ScriptedSource.Script script) {
        StepId id = new StepId("source." + alias);
        TableId table = new TableId("appdb", alias);
        List<String> keys = key.isEmpty() ? List.of() : List.of(key.split(",", -1));
        List<PlanColumns.Column> all = Arrays.stream(columns.split(", ", -1))
                .map(column -> column.split(" ", -1))
                .map(column -> new PlanColumns.Column(
                        column[0],
                        column[1].equals("dyn") ? Optional.empty() : Optional.of(ColumnType.valueOf(column[1])),
                        !keys.contains(column[0])))
                .toList();
        sources.add(new ReadTablesStep(
                id,
                alias,
                "mysql",
                new TreeMap<>(),
                ReadMode.SNAPSHOT_AND_CDC,
                List.of(new ReadTablesStep.Table(table, keys, BeforeImage.KEY, OptionalLong.empty()))));
        tables.add(new QueryRowsStep.Table(
                alias, StreamRef.table(id, table), new PlanColumns(all, columns.contains(" dyn")), keys));
        scripts.put(alias, script);
        return this;
    }

    JobPlan plan(String sql, String... key) {
        List<PlanStep> steps = new ArrayList<>(sources);
        steps.add(new QueryRowsStep(JOIN, "flink", sql, tables, List.of(key)));
        steps.add(view("rows", JOIN));
        return new JobPlan("queries", ReadMode.SNAPSHOT_AND_CDC, steps);
    }

    /** Many queries, by step id; what identifies their rows is what the planner finds. */
    JobPlan plan(Map<String, String> queries) {
        List<PlanStep> steps = new ArrayList<>(sources);
        queries.forEach((id, sql) -> {
            steps.add(new QueryRowsStep(new StepId(id), "flink", sql, tables, identity(sql)));
            steps.add(view(id, new StepId(id)));
        });
        return new JobPlan("queries", ReadMode.SNAPSHOT_AND_CDC, steps);
    }

    private List<String> identity(String sql) {
        Map<String, RowType> rows = new HashMap<>();
        Map<String, List<String>> identities = new HashMap<>();
        for (QueryRowsStep.Table table : tables) {
            identities.put(table.alias(), table.key());
            List<RowType.Column> columns = table.columns().columns().stream()
                    .map(column -> new RowType.Column(column.name(), column.type(), "", column.nullable()))
                    .toList();
            rows.put(table.alias(), new RowType(columns, table.columns().open()));
        }
        return ((JoinQuery.Validated) JoinQuery.validate(sql, rows, identities))
                .identity()
                .orElse(List.of());
    }

    static WriteViewStep view(String id, StepId input) {
        return new WriteViewStep(
                new StepId("view." + id),
                StreamRef.step(input),
                id,
                new TreeMap<>(Map.of("uri", "mongodb://h/views")),
                id,
                List.of("id"),
                List.of());
    }

    /** Runs to the end and gives what came out. */
    Collection<RowChange> changes(int parallelism, String sql, String... key) throws Exception {
        CollectingSink.RECEIVED.clear();
        try (StreamExecutionEnvironment env = environment(parallelism)) {
            FlinkJobBuilder.build(env, plan(sql, key), name -> null, this);
            env.execute("query");
        }
        return List.copyOf(CollectingSink.RECEIVED);
    }

    /** Runs to the end and gives the rows that are left, as JSON, sorted. */
    List<String> rows(int parallelism, String sql, String... key) throws Exception {
        return left(changes(parallelism, sql, key));
    }

    static StreamExecutionEnvironment environment(int parallelism) {
        Configuration settings = new Configuration();
        settings.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
        // Many queries are many shuffles.
        settings.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(192));
        settings.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(192));
        return StreamExecutionEnvironment.createLocalEnvironment(parallelism, settings);
    }

    /** What readers are left with; each change must carry the whole old row. */
    static List<String> left(Collection<RowChange> changes) {
        Map<RowKey, byte[]> rows = new LinkedHashMap<>();
        for (RowChange change : changes) {
            byte[] old = rows.get(change.key());
            boolean fits = change.kind() == ChangeKind.INSERT
                    ? old == null && change.before() == null
                    : old != null && Arrays.equals(old, change.before());
            if (!fits) {
                throw new AssertionError(change.kind() + " of " + json(change.before()) + " to " + json(change.after())
                        + ", but readers have " + json(old));
            }
            apply(change, rows);
        }
        return sorted(rows);
    }

    /** As {@link #left}, where what was sent after the last checkpoint may be sent again. */
    static List<String> leftAfterRestore(Collection<RowChange> changes) {
        Map<RowKey, byte[]> rows = new LinkedHashMap<>();
        changes.forEach(change -> apply(change, rows));
        return sorted(rows);
    }

    private static void apply(RowChange change, Map<RowKey, byte[]> rows) {
        if (change.after() == null) {
            rows.remove(change.key());
        } else {
            rows.put(change.key(), change.after());
        }
    }

    private static List<String> sorted(Map<RowKey, byte[]> rows) {
        return rows.values().stream().map(QueryRun::json).sorted().toList();
    }

    static String json(byte[] row) {
        return row == null ? "nothing" : RawRow.decode(row).toJson();
    }

    static RowChange read(String table, BsonDocument row) {
        return change(ChangeKind.READ, table, null, row);
    }

    /** A change of a row whose key is {@code id}; a row without one is its own. */
    static RowChange change(ChangeKind kind, String table, BsonDocument before, BsonDocument after) {
        byte[] old = before == null ? null : RowWriter.encode(before);
        byte[] image = after == null ? null : RowWriter.encode(after);
        RowKey key = KeyEncoding.of(image == null ? old : image, List.of("id"))
                .orElseGet(() -> new RowKey(image == null ? old : image));
        return new RowChange(kind, new TableId("appdb", table), key, old, image, 7, "");
    }

    @Override
    public Source<RowChange, ?, ?> source(String connector, SourceRequest request) {
        return new ScriptedSource(run + "." + request.source(), scripts.get(request.source()));
    }

    @Override
    public Sink<RowChange> sink(String connector, SinkRequest request) {
        return new CollectingSink();
    }
}
