package io.tapstate.job.translate;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.runtime.LoadPhase;
import io.tapstate.connectors.runtime.RowChangeSerializer;
import io.tapstate.job.nest.EmbedField;
import io.tapstate.job.nest.NestChange;
import io.tapstate.job.nest.NestRoute;
import io.tapstate.job.nest.Placement;
import io.tapstate.job.nest.Placements;
import io.tapstate.job.nest.RememberedKeys;
import io.tapstate.job.nest.SendWindow;
import io.tapstate.job.operator.AssembleDocumentsFunction;
import io.tapstate.job.operator.AssembleDocumentsOperator;
import io.tapstate.job.operator.LookupRowsFunction;
import io.tapstate.job.operator.NestChangeSerializer;
import io.tapstate.job.operator.PlacementTypeInfo;
import io.tapstate.job.operator.PlayedStage;
import io.tapstate.job.operator.RememberKeysFunction;
import io.tapstate.job.operator.RouteRowsFunction;
import io.tapstate.planner.plan.AssembleDocumentsStep;
import io.tapstate.planner.plan.FilterRowsStep;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.LookupRowsStep;
import io.tapstate.planner.plan.MapRowsStep;
import io.tapstate.planner.plan.PlanStep;
import io.tapstate.planner.plan.RememberKeysStep;
import io.tapstate.planner.plan.RouteRowsStep;
import io.tapstate.planner.plan.RunScriptStep;
import io.tapstate.planner.plan.StepId;
import io.tapstate.planner.plan.StreamRef;
import io.tapstate.planner.plan.UnionStreamsStep;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.DefaultOpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.operators.co.KeyedCoProcessOperator;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Plays the nests of a plan by hand: the real operators on RocksDB, connected by {@link NestWiring} through channels, one
 * per edge, sending and receiving subtask, as in Flink. A channel keeps its order; which channel is served next is drawn.
 */
final class PlayedJob
        implements NestStages<PlayedJob.Flow<RowChange>, PlayedJob.Flow<NestChange>, PlayedJob.Flow<Placement>> {
    private final Random random;
    private final List<Stage<?, ?, ?, ?>> stages = new ArrayList<>();
    private final Map<StepId, Flow<RowChange>> flows = new LinkedHashMap<>();
    private final List<Channel> channels = new ArrayList<>();
    private final List<RichFlatMapFunction<RowChange, RowChange>> functions = new ArrayList<>();
    private int parallelism;

    /** A stream: whoever reads it gets each element with the subtask it comes from. */
    static final class Flow<T> {
        private final List<BiConsumer<Integer, T>> readers = new ArrayList<>();
        private final List<Origin> origins = new ArrayList<>();
        private final List<Flow<T>> parts;

        Flow() {
            this(List.of());
        }

        /** Flows read together: each has channels of its own to whoever reads them. */
        Flow(List<Flow<T>> parts) {
            this.parts = parts;
        }

        List<Flow<T>> leaves() {
            return parts.isEmpty()
                    ? List.of(this)
                    : parts.stream().flatMap(part -> part.leaves().stream()).toList();
        }

        /** What an operator chained to this one makes of each element, within the same subtask. */
        <O> Flow<O> chained(BiConsumer<T, Consumer<O>> operator) {
            List<Flow<O>> made = new ArrayList<>();
            for (Flow<T> leaf : leaves()) {
                Flow<O> output = new Flow<>();
                output.origins.addAll(leaf.origins);
                leaf.readers.add((subtask, element) -> operator.accept(element, out -> output.emit(subtask, out)));
                made.add(output);
            }
            return made.size() == 1 ? made.get(0) : new Flow<>(made);
        }

        void emit(int subtask, T element) {
            readers.forEach(reader -> reader.accept(subtask, element));
        }
    }

    /** An operator or source whose watermark reaches the readers of a flow. */
    private static final class Origin {
        private final List<BiConsumer<Integer, Long>> watermarks = new ArrayList<>();
    }

    private interface Delivery {
        void run() throws Exception;
    }

    private record Channel(ArrayDeque<Delivery> queue) {}

    /** A stage with its inputs. */
    private final class Stage<A, B, O, S> {
        private final PlayedStage<A, B, O, S> played;
        private final Origin origin = new Origin();
        private final Flow<O> output = new Flow<>();
        private final Input[] inputs = {new Input(), new Input()};

        Stage(PlayedStage<A, B, O, S> played) {
            this.played = played;
            output.origins.add(origin);
            played.emitTo(output::emit);
            stages.add(this);
        }

        void opened(int count) {
            for (Input input : inputs) {
                input.opened(count);
            }
        }

        void readFirst(Flow<A> flow) {
            read(flow, 0, played::subtaskOfFirst, played::first);
        }

        void readSecond(Flow<B> flow) {
            read(flow, 1, played::subtaskOfSecond, played::second);
        }

        private <T> void read(Flow<T> flow, int number, Partition<T> partition, Process<T> process) {
            flow.leaves().forEach(leaf -> readLeaf(leaf, number, partition, process));
        }

        private <T> void readLeaf(Flow<T> flow, int number, Partition<T> partition, Process<T> process) {
            Input input = inputs[number];
            Edge edge = new Edge();
            input.edges.add(edge);
            flow.readers.add((from, element) -> {
                try {
                    int to = partition.subtask(element);
                    edge.channel(from, to).queue().add(() -> process.run(to, element));
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            // A flow that several operators feed has one edge for each of them.
            for (Origin from : flow.origins) {
                input.origins++;
                from.watermarks.add((subtask, timestamp) -> {
                    for (int to = 0; to < parallelism; to++) {
                        int target = to;
                        edge.channel(subtask, to).queue().add(() -> marked(number, target, timestamp));
                    }
                });
            }
        }

        private void marked(int number, int subtask, long timestamp) throws Exception {
            if (inputs[number].marked(subtask)) {
                played.watermark(subtask, number, timestamp);
                boolean all = true;
                for (Input input : inputs) {
                    all &= input.edges.isEmpty() || input.complete(subtask);
                }
                if (all) {
                    origin.watermarks.forEach(to -> to.accept(subtask, timestamp));
                }
            }
        }
    }

    private interface Partition<T> {
        int subtask(T element) throws Exception;
    }

    private interface Process<T> {
        void run(int subtask, T element) throws Exception;
    }

    /** The channels of one edge; made as they are used. */
    private final class Edge {
        private final Map<Integer, Channel> byEnds = new HashMap<>();

        Channel channel(int from, int to) {
            return byEnds.computeIfAbsent(from * PlayedStage.MAX_PARALLELISM + to, ends -> {
                Channel channel = new Channel(new ArrayDeque<>());
                channels.add(channel);
                return channel;
            });
        }
    }

    private final class Input {
        private final List<Edge> edges = new ArrayList<>();
        private int origins;
        private int[] marks;

        void opened(int count) {
            marks = new int[count];
            edges.forEach(edge -> edge.byEnds.clear());
        }

        /** Whether every channel of the input has its watermark now. */
        boolean marked(int subtask) {
            marks[subtask]++;
            return complete(subtask);
        }

        boolean complete(int subtask) {
            return marks[subtask] == origins * parallelism;
        }
    }

    private record Emitted(Consumer<RowChange> to) implements Collector<RowChange> {
        @Override
        public void collect(RowChange change) {
            to.accept(change);
        }

        @Override
        public void close() {}
    }

    /** A checkpoint of all stages. */
    record Saved(List<PlayedStage.Saved> stages) {}

    PlayedJob(JobPlan plan, Random random) {
        this.random = random;
        NestWiring<Flow<RowChange>, Flow<NestChange>, Flow<Placement>> wiring =
                new NestWiring<>(plan, this, (ref, uid) -> input(ref));
        for (PlanStep step : plan.steps()) {
            if (step instanceof RememberKeysStep keys) {
                flows.put(step.id(), wiring.wire(keys));
            } else if (step instanceof RouteRowsStep route) {
                wiring.wire(route);
            } else if (step instanceof LookupRowsStep lookup) {
                wiring.wire(lookup);
            } else if (step instanceof AssembleDocumentsStep assemble) {
                flows.put(step.id(), wiring.wire(assemble, new TableId("db", assemble.rootTable())));
            } else if (step instanceof FilterRowsStep filter) {
                flows.put(step.id(), apply(TransformWiring.function(plan, filter), rows(step)));
            } else if (step instanceof MapRowsStep map) {
                flows.put(step.id(), apply(TransformWiring.function(map), rows(step)));
            } else if (step instanceof RunScriptStep script) {
                flows.put(step.id(), apply(TransformWiring.function(plan, script), rows(step)));
            } else if (step instanceof UnionStreamsStep) {
                flows.put(step.id(), rows(step));
            }
        }
    }

    private Flow<RowChange> rows(PlanStep step) {
        List<Flow<RowChange>> inputs = step.inputs().stream().map(this::input).toList();
        return inputs.size() == 1 ? inputs.get(0) : new Flow<>(inputs);
    }

    private Flow<RowChange> apply(RichFlatMapFunction<RowChange, RowChange> function, Flow<RowChange> rows) {
        functions.add(function);
        return rows.chained((change, out) -> {
            try {
                function.flatMap(change, new Emitted(out));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private Flow<RowChange> input(StreamRef ref) {
        Flow<RowChange> flow = flows.computeIfAbsent(ref.step(), id -> {
            Flow<RowChange> source = new Flow<>();
            source.origins.add(new Origin());
            return source;
        });
        if (ref.table().isEmpty()) {
            return flow;
        }
        TableId table = ref.table().get();
        return flow.chained((change, out) -> {
            if (change.table().equals(table)) {
                out.accept(change);
            }
        });
    }

    /** Gets what a step sends. */
    void sink(StepId step, BiConsumer<Integer, RowChange> to) {
        flows.get(step).leaves().forEach(leaf -> leaf.readers.add(to));
    }

    void open(int count, Saved saved) throws Exception {
        parallelism = count;
        channels.clear();
        for (RichFlatMapFunction<RowChange, RowChange> function : functions) {
            function.open(DefaultOpenContext.INSTANCE);
        }
        for (int i = 0; i < stages.size(); i++) {
            stages.get(i).opened(count);
            stages.get(i)
                    .played
                    .open(count, saved == null ? null : saved.stages().get(i));
        }
    }

    void close() throws Exception {
        for (RichFlatMapFunction<RowChange, RowChange> function : functions) {
            function.close();
        }
        for (Stage<?, ?, ?, ?> stage : stages) {
            stage.played.close();
        }
    }

    /** Only when nothing is under way. */
    Saved save() throws Exception {
        List<PlayedStage.Saved> saved = new ArrayList<>();
        for (Stage<?, ?, ?, ?> stage : stages) {
            saved.add(stage.played.save());
        }
        return new Saved(saved);
    }

    int parallelism() {
        return parallelism;
    }

    /** A source sends a change. */
    void send(StepId source, int subtask, RowChange change) {
        Flow<RowChange> flow = flows.get(source);
        if (flow != null) {
            flow.emit(subtask, change);
        }
    }

    /** Every subtask of a source says that its snapshot is in. */
    void snapshotDone(StepId source) {
        Flow<RowChange> flow = flows.get(source);
        if (flow != null) {
            for (int subtask = 0; subtask < parallelism; subtask++) {
                int from = subtask;
                flow.origins.get(0).watermarks.forEach(to -> to.accept(from, LoadPhase.SNAPSHOT_DONE));
            }
        }
    }

    /** Serves one element of a channel that has some; false when nothing is under way. */
    boolean deliver() throws Exception {
        if (channels.isEmpty()) {
            return false;
        }
        int start = random.nextInt(channels.size());
        for (int i = 0; i < channels.size(); i++) {
            ArrayDeque<Delivery> queue =
                    channels.get((start + i) % channels.size()).queue();
            if (!queue.isEmpty()) {
                queue.poll().run();
                return true;
            }
        }
        return false;
    }

    void drain() throws Exception {
        while (deliver()) {
            // until nothing is under way
        }
    }

    void pass(long millis) throws Exception {
        for (Stage<?, ?, ?, ?> stage : stages) {
            stage.played.pass(millis);
        }
    }

    @Override
    public Flow<RowChange> rememberKeys(StepId id, Flow<RowChange> rows, RememberedKeys keys) {
        Stage<RowChange, RowChange, RowChange, Object> stage = new Stage<>(PlayedStage.one(
                () -> new KeyedProcessOperator<>(new RememberKeysFunction(keys)),
                RowChange::key,
                new RowChangeSerializer()));
        stage.readFirst(rows);
        return stage.output;
    }

    @Override
    public Flow<NestChange> route(String uid, Flow<RowChange> rows, NestRoute route) {
        return rows.chained((change, out) -> route.route(change, out::accept));
    }

    @Override
    public Flow<Placement> place(String uid, Flow<RowChange> rows, NestRoute route, Placements placements) {
        return rows.chained((change, out) -> placements.tell(change, route, out::accept));
    }

    /** A stage reads each part by itself: every part has its own channels. */
    @Override
    public Flow<NestChange> merge(List<Flow<NestChange>> changes) {
        return changes.size() == 1 ? changes.get(0) : new Flow<>(changes);
    }

    @Override
    public Routed<Flow<NestChange>, Flow<Placement>> routeRows(
            StepId id, Flow<Placement> parents, Flow<NestChange> rows, List<Listener> listeners) {
        Map<StepId, Flow<Placement>> told = new HashMap<>();
        List<PlayedStage.Side<Placement>> sides = new ArrayList<>();
        List<RouteRowsFunction.Listener> tags = new ArrayList<>();
        for (Listener listener : listeners) {
            OutputTag<Placement> tag = new OutputTag<>(listener.stage().value(), PlacementTypeInfo.INSTANCE);
            Flow<Placement> flow = new Flow<>();
            told.put(listener.stage(), flow);
            sides.add(new PlayedStage.Side<>(tag, flow::emit));
            tags.add(new RouteRowsFunction.Listener(listener.child(), listener.placements(), tag));
        }
        Stage<Placement, NestChange, NestChange, Placement> stage = new Stage<>(PlayedStage.two(
                () -> new KeyedCoProcessOperator<>(new RouteRowsFunction(tags)),
                Placement::key,
                NestChange::document,
                NestChangeSerializer.INSTANCE,
                sides));
        told.values().forEach(flow -> flow.origins.add(stage.origin));
        stage.readFirst(parents);
        stage.readSecond(rows);
        return new Routed<>() {
            @Override
            public Flow<NestChange> rows() {
                return stage.output;
            }

            @Override
            public Flow<Placement> placements(StepId listener) {
                return told.get(listener);
            }
        };
    }

    @Override
    public Flow<NestChange> lookupRows(
            StepId id, Flow<Placement> referrers, Flow<NestChange> rows, String embed, List<EmbedField> fields) {
        Stage<Placement, NestChange, NestChange, Object> stage = new Stage<>(PlayedStage.two(
                () -> new KeyedCoProcessOperator<>(new LookupRowsFunction(embed, fields)),
                Placement::key,
                NestChange::document,
                NestChangeSerializer.INSTANCE,
                List.of()));
        stage.readFirst(referrers);
        stage.readSecond(rows);
        return stage.output;
    }

    @Override
    public Flow<RowChange> assembleDocuments(
            StepId id, Flow<NestChange> rows, AssembleDocumentsFunction.Settings settings, SendWindow window) {
        KeySelector<NestChange, RowKey> byDocument = NestChange::document;
        Stage<NestChange, NestChange, RowChange, Object> stage = new Stage<>(PlayedStage.one(
                () -> new AssembleDocumentsOperator(new AssembleDocumentsFunction(settings, window)),
                byDocument,
                new RowChangeSerializer()));
        stage.readFirst(rows);
        return stage.output;
    }
}
