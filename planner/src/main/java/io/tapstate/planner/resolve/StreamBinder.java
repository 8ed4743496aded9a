package io.tapstate.planner.resolve;

import io.tapstate.connectors.api.SchemaCatalog;
import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.logical.LogicalNest;
import io.tapstate.planner.logical.LogicalStep;
import io.tapstate.planner.logical.LogicalStep.Input;
import io.tapstate.planner.logical.LogicalTable;
import io.tapstate.planner.logical.Stream;
import io.tapstate.planner.resolve.WiredPipeline.WiredInput;
import io.tapstate.planner.resolve.WiredPipeline.WiredStep;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.TransformBody;
import io.tapstate.planner.spec.TransformBody.Nest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Binds references to typed streams, step by step. A step whose inputs could not all be bound is left out. */
final class StreamBinder {
    private final WiredPipeline pipeline;
    private final TableSelection selection;
    private final NestBinder nests;
    private final StepTyping typing;
    private final Faults faults;
    private final Map<String, LogicalStep> steps = new LinkedHashMap<>();

    StreamBinder(WiredPipeline pipeline, SchemaCatalog schemas, Set<String> unusable, Faults faults) {
        this.pipeline = pipeline;
        this.selection = new TableSelection(schemas, pipeline, unusable, faults);
        this.nests = new NestBinder(pipeline.spec().settings(), faults);
        this.typing = new StepTyping(faults);
        this.faults = faults;
    }

    /** Every step that could be bound, in topological order. */
    List<LogicalStep> steps() {
        for (WiredStep step : pipeline.steps()) {
            step(step).ifPresent(bound -> steps.put(bound.id(), bound));
        }
        return List.copyOf(steps.values());
    }

    private Optional<LogicalStep> step(WiredStep step) {
        List<Input> inputs = new ArrayList<>();
        boolean complete = step.body().isPresent() && !step.inputs().isEmpty();
        for (WiredInput input : step.inputs()) {
            List<Stream> streams = streams(input, Optional.of(step.id()));
            complete &= !streams.isEmpty();
            if (input.alias().isPresent() && streams.size() > 1) {
                severalStreams(input, streams);
                complete = false;
            }
            Optional<String> alias = input.alias().map(Located::value);
            streams.forEach(stream ->
                    inputs.add(new Input(alias, stream, input.written().span())));
        }
        return complete ? Optional.of(typed(step, step.body().get(), inputs)) : Optional.empty();
    }

    private LogicalStep typed(WiredStep step, TransformBody body, List<Input> inputs) {
        if (body instanceof Nest nest) {
            Optional<LogicalNest> tree = nests.bind(step.spec(), nest, inputs);
            return new LogicalStep(
                    step.spec(),
                    body,
                    inputs,
                    tree,
                    tree.map(NestBinder::flow).map(List::of).orElse(List.of()));
        }
        return new LogicalStep(step.spec(), body, inputs, Optional.empty(), typing.flows(step, body, inputs));
    }

    private void severalStreams(WiredInput input, List<Stream> streams) {
        faults.add(
                input.written().span(),
                DslError.COMPOSITION,
                "detail",
                "the alias `" + input.alias().orElseThrow().value() + "` would read "
                        + NearestName.allOf(streams.stream().map(Stream::name).toList()),
                "remedy",
                "let it name one table or one step; a `union` step makes one stream of several");
    }

    /**
     * What a reference reads; empty when it could not be bound.
     *
     * @param reader the step that reads; empty for view and serve, which may read any step
     */
    List<Stream> streams(WiredInput input, Optional<String> reader) {
        if (input.reference().isEmpty()) {
            return List.of();
        }
        Reference reference = input.reference().get();
        Located<String> written = input.written();
        if (reference instanceof Reference.ToStep step) {
            return Optional.ofNullable(steps.get(step.step()))
                    .<List<Stream>>map(List::of)
                    .orElse(List.of());
        }
        if (reference instanceof Reference.ToTable table) {
            return list(selection.table(table.source(), table.table(), written.span()));
        }
        if (reference instanceof Reference.ToSomeTable table) {
            return list(someTable(table.table(), written));
        }
        if (reference instanceof Reference.ToSource source) {
            return whole(source.source(), written);
        }
        if (reference instanceof Reference.ToPattern pattern) {
            return matching(pattern.pattern(), written, reader);
        }
        return List.of();
    }

    private static List<Stream> list(Optional<LogicalTable> table) {
        return table.<List<Stream>>map(List::of).orElse(List.of());
    }

    private Optional<LogicalTable> someTable(String name, Located<String> written) {
        List<String> having = new ArrayList<>();
        TreeSet<String> known = new TreeSet<>();
        boolean all = true;
        for (String source : pipeline.sources().keySet()) {
            Optional<List<String>> names = selection.names(source);
            all &= names.isPresent();
            for (String table : names.orElse(List.of())) {
                known.add(name.indexOf('.') < 0 ? table : source + "." + table);
            }
            if (names.orElse(List.of()).contains(name)) {
                having.add(source);
            }
        }
        if (having.size() > 1) {
            faults.add(
                    written.span(),
                    DslError.AMBIGUOUS_REFERENCE,
                    "ref",
                    name,
                    "candidates",
                    NearestName.oneOf(having.stream().map(id -> id + "." + name).toList()));
        } else if (having.isEmpty() && all) {
            pipeline.steps().forEach(step -> known.add(step.id()));
            faults.add(
                    written.span(),
                    DslError.MISSING_REFERENCE,
                    "ref",
                    name,
                    "what",
                    "step or table of the pipeline",
                    "suggestion",
                    NearestName.suggestion(name, known));
        }
        return having.size() == 1 ? selection.table(having.get(0), name, written.span()) : Optional.empty();
    }

    private List<Stream> whole(String source, Located<String> written) {
        List<Stream> streams = new ArrayList<>();
        for (String table : selection.names(source).orElse(List.of())) {
            selection.table(source, table, written.span()).ifPresent(streams::add);
        }
        return streams;
    }

    private List<Stream> matching(Pattern pattern, Located<String> written, Optional<String> reader) {
        Set<Stream> streams = new LinkedHashSet<>();
        TreeSet<String> known = new TreeSet<>();
        boolean all = true;
        for (String source : pipeline.sources().keySet()) {
            Optional<List<String>> names = selection.names(source);
            all &= names.isPresent();
            boolean whole = matches(pattern, source);
            for (String table : names.orElse(List.of())) {
                known.add(source + "." + table);
                if (whole || matches(pattern, table) || matches(pattern, source + "." + table)) {
                    selection.table(source, table, written.span()).ifPresent(streams::add);
                }
            }
        }
        for (WiredStep step : pipeline.steps()) {
            if (reader.filter(step.id()::equals).isPresent()) {
                break;
            }
            known.add(step.id());
            if (matches(pattern, step.id()) && steps.containsKey(step.id())) {
                streams.add(steps.get(step.id()));
            }
        }
        if (streams.isEmpty() && all && !faults.hasErrors()) {
            faults.add(
                    written.span(),
                    ResolveError.FROM_REGEX_EMPTY,
                    "regex",
                    written.value(),
                    "names",
                    NearestName.oneOf(known));
        }
        return List.copyOf(streams);
    }

    private static boolean matches(Pattern pattern, String name) {
        try {
            return pattern.matcher(name).matches();
        } catch (StackOverflowError e) {
            // A pattern that recurses too deep on a name does not select it.
            return false;
        }
    }
}
