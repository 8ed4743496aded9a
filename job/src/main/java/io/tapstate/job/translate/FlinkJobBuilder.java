package io.tapstate.job.translate;

import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.runtime.RowChangeTypeInfo;
import io.tapstate.connectors.runtime.RowKeyTypeInfo;
import io.tapstate.connectors.runtime.SinkRequest;
import io.tapstate.connectors.runtime.SourceRequest;
import io.tapstate.job.nest.EmbedField;
import io.tapstate.job.nest.NestChange;
import io.tapstate.job.nest.NestRoute;
import io.tapstate.job.nest.RememberedKeys;
import io.tapstate.job.nest.SendWindow;
import io.tapstate.job.operator.AssembleDocumentsFunction;
import io.tapstate.job.operator.AssembleDocumentsOperator;
import io.tapstate.job.operator.NestChangeTypeInfo;
import io.tapstate.job.operator.OnlyTable;
import io.tapstate.job.operator.RememberKeysFunction;
import io.tapstate.job.operator.RouteFunction;
import io.tapstate.planner.plan.AssembleDocumentsStep;
import io.tapstate.planner.plan.Embed;
import io.tapstate.planner.plan.Embed.Shape;
import io.tapstate.planner.plan.FilterRowsStep;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.LookupRowsStep;
import io.tapstate.planner.plan.MapRowsStep;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Turns a {@link JobPlan} into a Flink job, step by step.
 *
 * <p><b>Contract.</b> The operator that keeps a step's state has the step's id as uid; the stateless ones around it have
 * {@code <nest id>/route}, {@code <nest id>/route/<embed path>}, and the same with {@code table} where one table of a
 * source is picked; so they collide with no step id. All parallelisms are the
 * environment's, so documents go from the nest to the sink within one subtask and stay in order. Names are for people and
 * hold ids and table names only.
 */
public final class FlinkJobBuilder implements PlanVisitor<Void> {
    private final StreamExecutionEnvironment env;
    private final JobPlan plan;
    private final UnaryOperator<String> variables;
    private final Connectors connectors;
    private final Map<StepId, DataStream<RowChange>> streams = new HashMap<>();
    private final Map<StepId, TableId> tables = new HashMap<>();

    private FlinkJobBuilder(
            StreamExecutionEnvironment env, JobPlan plan, UnaryOperator<String> variables, Connectors connectors) {
        this.env = env;
        this.plan = plan;
        this.variables = variables;
        this.connectors = connectors;
    }

    /**
     * Adds the whole plan to an environment.
     *
     * @param variables looks up what the plan's {@code ${NAME}} references stand for; null when unset
     * @throws io.tapstate.connectors.diagnostics.TapException {@code dsl.undefined-variable}; {@code
     *     plan.not-supported-yet} for every part of the plan that this release does not run
     */
    public static void build(StreamExecutionEnvironment env, JobPlan plan, UnaryOperator<String> variables) {
        build(env, plan, variables, Connectors.RUNTIMES);
    }

    static void build(
            StreamExecutionEnvironment env, JobPlan plan, UnaryOperator<String> variables, Connectors connectors) {
        RunnableSteps.demand(plan);
        configure(env);
        FlinkJobBuilder builder = new FlinkJobBuilder(env, plan, variables, connectors);
        for (PlanStep step : plan.steps()) {
            step.accept(builder);
        }
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
        List<SourceRequest.Table> requested = step.tables().stream()
                .map(table ->
                        new SourceRequest.Table(table.table(), table.key(), table.beforeImage(), table.rowEstimate()))
                .toList();
        SourceRequest request = new SourceRequest(
                plan.pipeline(),
                step.source(),
                new ConnectionConfig(step.config()).resolved(variables),
                requested,
                step.mode() != ReadMode.CDC_ONLY,
                step.mode() != ReadMode.SNAPSHOT_ONLY);
        String read = step.tables().stream().map(table -> table.table().name()).collect(Collectors.joining(", "));
        DataStream<RowChange> stream = env.fromSource(
                        connectors.source(step.connector(), request),
                        // The source itself emits the one watermark there is: LoadPhase.SNAPSHOT_DONE.
                        WatermarkStrategy.noWatermarks(),
                        "read " + step.source() + " (" + read + ")",
                        RowChangeTypeInfo.INSTANCE)
                .uid(step.id().value());
        streams.put(step.id(), stream);
        return null;
    }

    @Override
    public Void visit(RememberKeysStep step) {
        // A change carries its row's identity encoded already.
        DataStream<RowChange> stream = input(step.input(), step.id() + "/table")
                .keyBy((KeySelector<RowChange, RowKey>) RowChange::key, RowKeyTypeInfo.INSTANCE)
                .process(
                        new RememberKeysFunction(new RememberedKeys(step.identity(), step.columns())),
                        RowChangeTypeInfo.INSTANCE)
                .uid(step.id().value())
                .name("remember keys of " + table(step.input()).name());
        streams.put(step.id(), stream);
        tables.put(step.id(), table(step.input()));
        return null;
    }

    @Override
    public Void visit(AssembleDocumentsStep step) {
        String id = step.id().value();
        DataStream<NestChange> changes = route(step.root(), id, "", NestRoute.root(step.key(), step.rootIdentity()));
        for (Embed embed : step.embeds()) {
            NestRoute route = NestRoute.embed(embed.path(), embed.childColumns(), embed.arrayKey(), embed.identity());
            changes = changes.union(route(embed.input(), id, "/" + embed.path(), route));
        }
        TableId rootTable = new TableId(table(step.root()).namespace(), step.rootTable());
        List<EmbedField> fields = step.embeds().stream()
                .map(embed -> new EmbedField(embed.path(), embed.shape() == Shape.ARRAY))
                .toList();
        AssembleDocumentsFunction function = new AssembleDocumentsFunction(
                new AssembleDocumentsFunction.Settings(rootTable, step.key(), fields),
                new SendWindow(step.sendWindowMillis(), step.append()));
        DataStream<RowChange> documents = changes.keyBy(
                        (KeySelector<NestChange, RowKey>) NestChange::document, RowKeyTypeInfo.INSTANCE)
                .transform(
                        id + ": documents of " + step.rootTable(),
                        RowChangeTypeInfo.INSTANCE,
                        new AssembleDocumentsOperator(function))
                .uid(id);
        streams.put(step.id(), documents);
        tables.put(step.id(), rootTable);
        return null;
    }

    @Override
    public Void visit(WriteViewStep step) {
        SinkRequest request = new SinkRequest(
                new ConnectionConfig(step.config()).resolved(variables),
                step.collection(),
                step.primaryKey(),
                step.indexes());
        input(step.input(), step.id() + "/table")
                .sinkTo(connectors.viewSink(request))
                .uid(step.id().value())
                .name("write view " + step.view());
        return null;
    }

    @Override
    public Void visit(FilterRowsStep step) {
        return put(step, TransformWiring.filter(plan, step, rows(step)));
    }

    @Override
    public Void visit(MapRowsStep step) {
        return put(step, TransformWiring.map(step, rows(step)));
    }

    @Override
    public Void visit(RunScriptStep step) {
        return unexpected(step);
    }

    @Override
    public Void visit(UnionStreamsStep step) {
        return put(step, rows(step));
    }

    @Override
    public Void visit(QueryRowsStep step) {
        return unexpected(step);
    }

    @Override
    public Void visit(RouteRowsStep step) {
        return unexpected(step);
    }

    @Override
    public Void visit(LookupRowsStep step) {
        return unexpected(step);
    }

    @Override
    public Void visit(WriteTablesStep step) {
        return unexpected(step);
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

    private static Void unexpected(PlanStep step) {
        throw new IllegalStateException(
                "`" + step.id() + "` is a " + step.kind() + ", which passes for runnable and is not");
    }

    private DataStream<NestChange> route(StreamRef ref, String nest, String embed, NestRoute route) {
        return input(ref, nest + "/table" + embed)
                .flatMap(new RouteFunction(route), NestChangeTypeInfo.INSTANCE)
                .uid(nest + "/route" + embed)
                .name("route " + table(ref).name());
    }

    /** A step's output; of a source, the one table asked for. */
    private DataStream<RowChange> input(StreamRef ref, String uid) {
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
