package io.tapstate.planner.logical;

import io.tapstate.planner.logical.LogicalNest.Node;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the view and the syncs of a pipeline need, directly or through others. Of a nest's aliases only those count that
 * stand in its tree.
 *
 * @param tables sorted by source and table, each once
 * @param steps in topological order
 */
public record UsedStreams(List<LogicalTable> tables, List<LogicalStep> steps) {
    public UsedStreams {
        tables = List.copyOf(tables);
        steps = List.copyOf(steps);
    }

    public static UsedStreams of(LogicalPipeline pipeline) {
        Map<String, LogicalTable> tables = new LinkedHashMap<>();
        Set<String> steps = new HashSet<>();
        pipeline.view().ifPresent(view -> collect(view.feed(), tables, steps));
        pipeline.syncs().forEach(sync -> sync.outputs().forEach(output -> collect(output.stream(), tables, steps)));
        return new UsedStreams(
                tables.values().stream()
                        .sorted(Comparator.comparing((LogicalTable table) ->
                                        table.source().id().value())
                                .thenComparing(table -> table.schema().id()))
                        .toList(),
                pipeline.steps().stream()
                        .filter(step -> steps.contains(step.id()))
                        .toList());
    }

    private static void collect(Stream first, Map<String, LogicalTable> tables, Set<String> steps) {
        Deque<Stream> open = new ArrayDeque<>(List.of(first));
        while (!open.isEmpty()) {
            Stream stream = open.pop();
            if (stream instanceof LogicalTable table) {
                tables.putIfAbsent(
                        table.source().id().value() + "\n" + table.schema().id(), table);
            } else if (stream instanceof LogicalStep step && steps.add(step.id())) {
                step.nest()
                        .ifPresentOrElse(
                                nest -> nodes(nest.root(), open),
                                () -> step.inputs().forEach(input -> open.push(input.stream())));
            }
        }
    }

    private static void nodes(Node node, Deque<Stream> open) {
        open.push(node.stream());
        node.children().forEach(child -> nodes(child, open));
    }
}
