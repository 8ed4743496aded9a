package io.tapstate.job.translate;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.DdlPolicy;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.runtime.RowChangeTypeInfo;
import io.tapstate.connectors.runtime.RowKeyTypeInfo;
import io.tapstate.connectors.runtime.SinkRequest;
import io.tapstate.connectors.runtime.SourceRequest;
import io.tapstate.job.nest.NestChange;
import io.tapstate.job.nest.Placement;
import io.tapstate.job.nest.UnsentValues;
import io.tapstate.job.operator.FillValuesFunction;
import io.tapstate.job.operator.OnlyTable;
import io.tapstate.job.operator.WholeRowsFunction;
import io.tapstate.planner.plan.AssembleDocumentsStep;
import io.tapstate.planner.plan.FilterRowsStep;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.LookupRowsStep;
import io.tapstate.planner.plan.MapRowsStep;
import io.tapstate.planner.plan.NestPaths;
import io.tapstate.planner.plan.PlanStep;
import io.tapstate.planner.plan.PlanVisitor;
import io.tapstate.planner.plan.QueryRowsStep;
import io.tapstate.planner.plan.ReadMode;
import io.tapstate.planner.plan.ReadTablesStep;
import io.tapstate.planner.plan.RememberKeysStep;
import io.tapstate.planner.plan.RouteRowsStep;
import io.tapstate.planner.plan.RunScriptStep;
import io.tapstate.planner.plan.RunnableSteps;
import io.tapstate.planner.plan.StepId;
import io.tapstate.planner.plan.StreamRef;
import io.tapstate.planner.plan.UnionStreamsStep;
import io.tapstate.planner.plan.WriteTablesStep;
import io.tapstate.planner.plan.WriteViewStep;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Turns a {@link JobPlan} into a Flink job, step by step.
 *
 * <p><b>Contract.</b> The operator that keeps a step's state has the step's id as uid; the stateless ones around it have
 * {@code <nest id>/route}, {@code <nest id>/route/<embed path>}, and the same with {@code table} where one table of a
 * source is picked, and {@code <source step>/values/<table>} where large values of a table are remembered, which is the
 * source's state; so they collide with no step id; {@link QueryTranslator} names those of a query. All parallelisms are the
 * environment's, so documents go from the nest to the sink within one subtask and stay in order. Names are for people and
 * hold ids and table names only.
 */
public final class FlinkJobBuilder implements PlanVisitor<Void> {
    private final StreamExecutionEnvironment env;
    private final JobPlan plan;
    private final UnaryOperator<String> variables;
    private final Connectors connectors;
    private final Map<StepId, DataStream<RowChange>> streams = new HashMap<>();
    private final Map<StreamRef, DataStream<RowChange>> whole = new HashMap<>();
    private final Map<StepId, TableId> tables = new HashMap<>();
    private final NestWiring<DataStream<RowChange>, DataStream<NestChange>, DataStream<Placement>> nests;
    private final QueryTranslator queries;
    private final SinkRequests requests;
    private final Map<String, List<SinkRequest>> written = new HashMap<>();
    private final StepFaults policy;

    private FlinkJobBuilder(
            StreamExecutionEnvironment env,
            JobPlan plan,
            UnaryOperator<String> variables,
            Connectors connectors,
            boolean adopt) {
        this.env = env;
        this.plan = plan;
        this.variables = variables;
        this.connectors = connectors;
        this.policy = StepFaults.of(plan, variables);
        this.requests = new SinkRequests(plan, variables, policy, adopt);
        this.nests = new NestWiring<>(plan, new FlinkNestStages(this::uid, policy), this::input);
        this.queries = new QueryTranslator(env, policy);
    }

    /**
     * Adds the whole plan to an environment.
     *
     * @param variables looks up what the plan's {@code ${NAME}} references stand for; null when unset
     * @param adopt whether targets are taken over that hold documents or belong to other pipelines
     * @throws io.tapstate.connectors.diagnostics.TapException {@code dsl.undefined-variable}; {@code
     *     actuation.target-written-twice}; {@code plan.not-supported-yet} for every part of the plan that this release
     *     does not run
     */
    public static void build(
            StreamExecutionEnvironment env, JobPlan plan, UnaryOperator<String> variables, boolean adopt) {
        build(env, plan, variables, Connectors.RUNTIMES, adopt);
    }

    static void build(
            StreamExecutionEnvironment env, JobPlan plan, UnaryOperator<String> variables, Connectors connectors) {
        build(env, plan, variables, connectors, false);
    }

    private static void build(
            StreamExecutionEnvironment env,
            JobPlan plan,
            UnaryOperator<String> variables,
            Connectors connectors,
            boolean adopt) {
        RunnableSteps.demand(plan);
        configure(env);
        FlinkJobBuilder builder = new FlinkJobBuilder(env, plan, variables, connectors, adopt);
        for (PlanStep step : plan.steps()) {
            step.accept(builder);
        }
        builder.written.forEach(connectors::demandApart);
    }

    /** No uid that Flink makes up, no Kryo. Objects are passed on as they are: every type of ours is immutable. */
    private static void configure(StreamExecutionEnvironment env) {
        Configuration settings = new Configuration();
        settings.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        settings.set(PipelineOptions.GENERIC_TYPES, false);
        settings.set(PipelineOptions.OBJECT_REUSE, true);
        env.configure(settings);
    }

    @Override
    public Void visit(ReadTablesStep step) {
        Set<TableId> replayed = CascadeWiring.tables(step);
        List<SourceRequest.Table> requested = step.tables().stream()
                .map(table -> new SourceRequest.Table(
                        table.table(),
                        table.key(),
                        table.beforeImage(),
                        table.rowEstimate(),
                        table.ddl(),
                        !table.unsent().isEmpty(),
                        replayed.contains(table.table())))
                .toList();
        SourceRequest request = new SourceRequest(
                plan.pipeline(),
                step.source(),
                new ConnectionConfig(step.config()).resolved(variables),
                requested,
                step.mode() != ReadMode.CDC_ONLY,
                step.mode() != ReadMode.SNAPSHOT_ONLY,
                policy.at(step.id().value(), keys(step)));
        String read = step.tables().stream().map(table -> table.table().name()).collect(Collectors.joining(", "));
        DataStream<RowChange> stream = env.fromSource(
                        connectors.source(step.connector(), request),
                        // The source itself emits the one watermark there is: LoadPhase.SNAPSHOT_DONE.
                        WatermarkStrategy.noWatermarks(),
                        "read " + step.source() + " (" + read + ")",
                        RowChangeTypeInfo.INSTANCE)
                .uid(step.id().value());
        streams.put(step.id(), CascadeWiring.complete(step, stream));
        step.tables().stream()
                .filter(table -> !table.unsent().isEmpty())
                .forEach(table -> whole.put(StreamRef.table(step.id(), table.table()), fill(step, table, stream)));
        return null;
    }

    /**
     * The rows of one table with every value, which its log does not always send; those with a value that nobody knows are
     * faulty.
     */
    private DataStream<RowChange> fill(ReadTablesStep step, ReadTablesStep.Table table, DataStream<RowChange> stream) {
        String uid = step.id() + "/values/" + table.table();
        SingleOutputStreamOperator<RowChange> filled = stream.filter(new OnlyTable(table.table()))
                .uid(uid + "/table")
                .name("only " + table.table().name())
                .keyBy((KeySelector<RowChange, RowKey>) RowChange::key, RowKeyTypeInfo.INSTANCE)
                .process(new FillValuesFunction(new UnsentValues(table.unsent())), RowChangeTypeInfo.INSTANCE)
                .uid(uid)
                .name("large values of " + table.table().name());
        String whole = uid + "/whole";
        SingleOutputStreamOperator<RowChange> rows = policy.run(
                        filled, new WholeRowsFunction(), RowChangeTypeInfo.INSTANCE, policy.at(whole, table.key()))
                .uid(whole)
                .name("whole rows of " + table.table().name());
        if (table.ddl() == DdlPolicy.APPLY) {
            // A change of columns stays in order with the rows around it.
            filled.setParallelism(1);
            rows.setParallelism(1);
        }
        return rows;
    }

    private static Map<String, List<String>> keys(ReadTablesStep step) {
        Map<String, List<String>> keys = new HashMap<>();
        step.tables().forEach(table -> keys.put(table.table().toString(), table.key()));
        return keys;
    }

    @Override
    public Void visit(RememberKeysStep step) {
        streams.put(step.id(), nests.wire(step));
        tables.put(step.id(), table(step.input()));
        return null;
    }

    @Override
    public Void visit(RouteRowsStep step) {
        nests.wire(step);
        return null;
    }

    @Override
    public Void visit(LookupRowsStep step) {
        nests.wire(step);
        return null;
    }

    @Override
    public Void visit(AssembleDocumentsStep step) {
        TableId rootTable = new TableId(table(step.root()).namespace(), step.rootTable());
        streams.put(step.id(), nests.wire(step, rootTable));
        tables.put(step.id(), rootTable);
        return null;
    }

    @Override
    public Void visit(WriteViewStep step) {
        return write(
                input(step.input(), step.id() + "/table"),
                step,
                step.connector(),
                requests.of(step),
                "view " + step.view());
    }

    @Override
    public Void visit(FilterRowsStep step) {
        return put(step, TransformWiring.filter(plan, step, rows(step), policy));
    }

    @Override
    public Void visit(MapRowsStep step) {
        return put(step, TransformWiring.map(step, rows(step), policy));
    }

    @Override
    public Void visit(RunScriptStep step) {
        streams.put(step.id(), TransformWiring.script(plan, step, rows(step), policy));
        tables.put(
                step.id(), StreamTables.of(plan, step.inputs(), step.origins().get(0)));
        return null;
    }

    @Override
    public Void visit(UnionStreamsStep step) {
        return put(step, rows(step));
    }

    @Override
    public Void visit(QueryRowsStep step) {
        TableId table = new TableId(plan.pipeline(), step.id().value());
        streams.put(
                step.id(),
                queries.translate(step, from -> input(from.input(), step.id() + "/table/" + from.alias()), table));
        tables.put(step.id(), table);
        return null;
    }

    @Override
    public Void visit(WriteTablesStep step) {
        SinkRequest request = requests.of(step);
        String what = "sync " + step.sync();
        if (step.ddl() != DdlPolicy.APPLY) {
            return write(rowsAlone(step), step, step.connector(), request, what);
        }
        // One writer, and no exchange by key: a change of columns stays in order with the rows around it.
        written.computeIfAbsent(step.connector(), id -> new ArrayList<>()).add(request);
        rows(step)
                .sinkTo(connectors.sink(step.connector(), request))
                .uid(step.id().value())
                .name("write " + what)
                .setParallelism(1);
        return null;
    }

    /** Without changes of columns, which come where another sync of the table follows them. */
    private DataStream<RowChange> rowsAlone(WriteTablesStep step) {
        boolean followed = plan.steps().stream()
                .anyMatch(other -> other instanceof WriteTablesStep sync && sync.ddl() == DdlPolicy.APPLY);
        return followed
                ? rows(step)
                        .filter(change -> change.kind() != ChangeKind.DDL)
                        .uid(step.id() + "/rows")
                        .name(step.id() + "/rows")
                : rows(step);
    }

    private Void write(DataStream<RowChange> rows, PlanStep step, String connector, SinkRequest request, String what) {
        written.computeIfAbsent(connector, id -> new ArrayList<>()).add(request);
        connectors
                .distributed(connector, request, policy.toSink(rows, request.faults()))
                .sinkTo(connectors.sink(connector, request))
                .uid(step.id().value())
                .name("write " + what);
        return null;
    }

    /** A step whose rows are named after the first table that it reads, where one name must do for all. */
    private Void put(PlanStep step, DataStream<RowChange> rows) {
        streams.put(step.id(), rows);
        tables.put(step.id(), table(step.inputs().get(0)));
        return null;
    }

    /** The rows of all inputs of a step, as they come. */
    private DataStream<RowChange> rows(PlanStep step) {
        List<StreamRef> inputs = step.inputs();
        DataStream<RowChange> rows = input(inputs.get(0), step.id() + "/table");
        for (int i = 1; i < inputs.size(); i++) {
            rows = rows.union(input(inputs.get(i), step.id() + "/table/" + inputs.get(i)));
        }
        return rows;
    }

    /** A nest whose author names a place for its state has uids of its own there, so another name starts from nothing. */
    private String uid(String step) {
        return plan.step(NestPaths.nestOf(new StepId(step)))
                .filter(AssembleDocumentsStep.class::isInstance)
                .flatMap(nest -> ((AssembleDocumentsStep) nest).settings().stateNamespace())
                .map(namespace -> step + "@" + namespace)
                .orElse(step);
    }

    /** A step's output; of a source, the one table asked for. */
    private DataStream<RowChange> input(StreamRef ref, String uid) {
        DataStream<RowChange> complete = whole.get(ref);
        if (complete != null) {
            return complete;
        }
        DataStream<RowChange> stream = streams.get(ref.step());
        if (stream == null) {
            throw new IllegalArgumentException("the plan reads " + ref + " before it is made");
        }
        return ref.table()
                .<DataStream<RowChange>>map(
                        table -> stream.filter(new OnlyTable(table)).uid(uid).name("only " + table.name()))
                .orElse(stream);
    }

    private TableId table(StreamRef ref) {
        return ref.table().orElseGet(() -> tables.get(ref.step()));
    }
}
