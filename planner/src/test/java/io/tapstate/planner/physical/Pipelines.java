package io.tapstate.planner.physical;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.planner.logical.LogicalNest;
import io.tapstate.planner.logical.LogicalNest.Direction;
import io.tapstate.planner.logical.LogicalNest.Edge;
import io.tapstate.planner.logical.LogicalNest.Node;
import io.tapstate.planner.logical.LogicalPipeline;
import io.tapstate.planner.logical.LogicalPipeline.LogicalSync;
import io.tapstate.planner.logical.LogicalPipeline.LogicalView;
import io.tapstate.planner.logical.LogicalStep;
import io.tapstate.planner.logical.LogicalTable;
import io.tapstate.planner.logical.Stream;
import io.tapstate.planner.plan.ReadMode;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.PipelineSpec;
import io.tapstate.planner.spec.PipelineSpec.SettingsSpec;
import io.tapstate.planner.spec.PipelineSpec.StepSpec;
import io.tapstate.planner.spec.ServeBody.SyncSpec;
import io.tapstate.planner.spec.SourceSpec;
import io.tapstate.planner.spec.SourceSpec.SourceModeName;
import io.tapstate.planner.spec.TransformBody;
import io.tapstate.planner.spec.TransformBody.Shape;
import io.tapstate.planner.spec.ViewBody;
import io.tapstate.planner.spec.YamlValue;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Pipelines as the resolver hands them over, built by hand. Every place is the line that {@link #at} is given. */
public final class Pipelines {
    private Pipelines() {}

    static SourceSpan at(int line) {
        return new SourceSpan("pipeline/p.tap.yml", line, 1, "", "");
    }

    static <T> Located<T> written(T value) {
        return new Located<>(value, at(1));
    }

    /** @param config name, value, name, value, ... */
    static SourceSpec source(String id, String connector, String... config) {
        Map<Located<String>, YamlValue> settings = new LinkedHashMap<>();
        for (int i = 0; i < config.length; i += 2) {
            settings.put(written(config[i]), new YamlValue.Scalar(config[i + 1], config[i + 1], at(1)));
        }
        return new SourceSpec(
                written(id),
                written(connector),
                settings,
                at(1),
                Optional.of(written(SourceModeName.CDC)),
                false,
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                at(1));
    }

    /** A table of integer columns whose key is {@code id} and whose log carries only that of old rows. */
    static LogicalTable table(SourceSpec source, String name, String... columns) {
        return table(source, name, BeforeImage.KEY, columns);
    }

    static LogicalTable table(SourceSpec source, String name, BeforeImage image, String... columns) {
        TableSchema schema = new TableSchema(
                new TableId("shop", name),
                Arrays.stream(columns)
                        .map(column -> new ColumnSchema(column, "int", ColumnType.INTEGER, false))
                        .toList(),
                List.of("id"),
                List.of(),
                image,
                OptionalLong.of(100));
        return new LogicalTable(source, schema, List.of("id"), ReadMode.SNAPSHOT_AND_CDC, Optional.empty(), at(1));
    }

    static LogicalTable filtered(LogicalTable table, String expression) {
        return new LogicalTable(
                table.source(),
                table.schema(),
                table.identity(),
                table.readMode(),
                Optional.of(written(expression)),
                table.span());
    }

    static LogicalTable snapshotOnly(LogicalTable table) {
        return new LogicalTable(
                table.source(), table.schema(), table.identity(), ReadMode.SNAPSHOT_ONLY, table.filter(), table.span());
    }

    /** A step whose rows are those of its first input. */
    static LogicalStep step(String id, TransformBody body, Stream... inputs) {
        return new LogicalStep(
                spec(id),
                body,
                Arrays.stream(inputs)
                        .map(input -> new LogicalStep.Input(Optional.of(input.name()), input, at(1)))
                        .toList(),
                Optional.empty(),
                Arrays.stream(inputs).flatMap(input -> input.flows().stream()).toList());
    }

    static TransformBody filter(String expression) {
        return new TransformBody.Filter(written(expression));
    }

    static TransformBody script(String script) {
        return new TransformBody.Script(written(script));
    }

    private static StepSpec spec(String id) {
        return new StepSpec(written(id), true, Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), at(1));
    }

    static Node root(Stream stream, Node... children) {
        return new Node(stream.name(), stream, List.of("id"), Optional.empty(), List.of(children));
    }

    /** @param on {@code child = parent}, several joined by commas */
    static Node belongs(Stream stream, String path, String on, Node... children) {
        return node(stream, path, Shape.ARRAY, Direction.BELONGS_TO, on, children);
    }

    static Node pointedAt(Stream stream, String path, String on, Node... children) {
        return node(stream, path, Shape.OBJECT, Direction.POINTS_AT, on, children);
    }

    static Node node(Stream stream, String path, Shape shape, Direction direction, String on, Node... children) {
        List<String[]> pairs = Arrays.stream(on.split(",", -1))
                .map(pair -> pair.trim().split(" *= *", -1))
                .toList();
        Edge edge = new Edge(
                path,
                shape,
                direction,
                pairs.stream().map(pair -> pair[0]).toList(),
                pairs.stream().map(pair -> pair[1]).toList(),
                shape == Shape.FLAT ? List.of() : List.of("id"),
                false,
                at(path.length()));
        String alias =
                stream instanceof LogicalTable table ? table.schema().id().name() : stream.name();
        return new Node(alias, stream, List.of("id"), Optional.of(edge), List.of(children));
    }

    static LogicalStep nest(String id, Node root, String... key) {
        LogicalNest nest = new LogicalNest(
                root,
                List.of(key),
                false,
                false,
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                50,
                at(1));
        TransformBody body = new TransformBody.Nest(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                new TransformBody.RootSpec(written("root"), List.of(), Optional.empty(), List.of(), at(1)));
        Stream.Flow rows = root.stream().flows().get(0);
        return new LogicalStep(
                spec(id),
                body,
                List.of(new LogicalStep.Input(Optional.of("root"), root.stream(), at(1))),
                Optional.of(nest),
                List.of(new Stream.Flow(rows.table(), rows.rows(), List.of(key))));
    }

    static LogicalView view(Stream feed, String... key) {
        ViewBody body =
                new ViewBody(Optional.empty(), Optional.empty(), Optional.empty(), List.of(), Optional.empty(), at(1));
        return new LogicalView(written("docs"), body, feed, Optional.empty(), List.of(key), at(1));
    }

    static LogicalSync sync(String id, SourceSpec target, LogicalSync.Output... outputs) {
        SyncSpec spec = new SyncSpec(
                written(id), target.id(), Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), at(1));
        return new LogicalSync(spec, target, List.of(outputs));
    }

    static LogicalSync.Output output(Stream stream, String table) {
        return new LogicalSync.Output(stream, stream.flows().get(0), table);
    }

    static LogicalPipeline pipeline(List<LogicalStep> steps, LogicalView view) {
        return pipeline(steps, Optional.of(view), List.of(), SettingsSpec.EMPTY);
    }

    static LogicalPipeline pipeline(
            List<LogicalStep> steps, Optional<LogicalView> view, List<LogicalSync> syncs, SettingsSpec settings) {
        PipelineSpec spec = new PipelineSpec(
                written("p"),
                List.of(),
                List.of(),
                false,
                Optional.empty(),
                false,
                Optional.empty(),
                false,
                settings,
                at(1));
        return new LogicalPipeline(spec, ReadMode.SNAPSHOT_AND_CDC, steps, view, syncs);
    }
}
