package io.tapstate.planner.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A plan as nodes and edges. Nodes are numbered in plan order, which shows in no text. */
final class PlanGraph {
    private enum Look {
        SOURCE("cylinder", "[(", ")]"),
        STEP("box", "[", "]"),
        STATE("box3d", "[[", "]]"),
        TARGET("folder", "([", "])");

        private final String dot;
        private final String open;
        private final String close;

        Look(String dot, String open, String close) {
            this.dot = dot;
            this.open = open;
            this.close = close;
        }
    }

    private record Node(String id, Look look, List<String> lines) {}

    private record Edge(String from, String to, String label) {}

    private final String title;
    private final Map<StepId, Node> nodes = new LinkedHashMap<>();
    private final Set<Edge> edges = new LinkedHashSet<>();

    private PlanGraph(String title) {
        this.title = title;
    }

    static PlanGraph of(JobPlan plan) {
        PlanGraph graph = new PlanGraph(plan.pipeline());
        for (PlanStep step : plan.steps()) {
            graph.nodes.put(step.id(), new Node("s" + (graph.nodes.size() + 1), look(step), lines(step)));
            for (StreamRef input : step.inputs()) {
                Node from = graph.nodes.get(input.step());
                graph.edges.add(new Edge(
                        from.id(),
                        graph.nodes.get(step.id()).id(),
                        input.table().map(table -> table.name()).orElse("")));
            }
        }
        return graph;
    }

    private static Look look(PlanStep step) {
        if (step instanceof ReadTablesStep) {
            return Look.SOURCE;
        }
        if (step instanceof WriteViewStep || step instanceof WriteTablesStep) {
            return Look.TARGET;
        }
        return StateKinds.keepsState(step.kind()) ? Look.STATE : Look.STEP;
    }

    private static List<String> lines(PlanStep step) {
        String kind = step.kind().substring(0, step.kind().indexOf('/')).replace('-', ' ');
        List<String> lines = new ArrayList<>(List.of(step.id().value(), kind));
        if (step instanceof ReadTablesStep source) {
            lines.set(1, source.connector() + ", " + source.mode().yaml());
        } else if (step instanceof AssembleDocumentsStep nest) {
            lines.add("keyed by " + Words.columns(nest.key()));
        } else if (step instanceof WriteViewStep view) {
            lines.set(1, "collection " + view.collection());
        } else if (step instanceof WriteTablesStep tables) {
            lines.set(1, Words.count(tables.outputs().size(), "table") + " of " + tables.target());
        }
        return lines;
    }

    String dot() {
        StringBuilder out = new StringBuilder();
        out.append("digraph \"").append(dot(title)).append("\" {\n  rankdir=LR;\n  node [fontname=\"sans-serif\"];\n");
        for (Node node : nodes.values()) {
            List<String> lines = node.lines().stream().map(PlanGraph::dot).toList();
            out.append("  ").append(node.id()).append(" [shape=").append(node.look().dot);
            out.append(", label=\"").append(String.join("\\n", lines)).append("\"];\n");
        }
        for (Edge edge : edges) {
            out.append("  ").append(edge.from()).append(" -> ").append(edge.to());
            out.append(edge.label().isEmpty() ? "" : " [label=\"" + dot(edge.label()) + "\"]")
                    .append(";\n");
        }
        return out.append("}\n").toString();
    }

    String mermaid() {
        StringBuilder out = new StringBuilder("flowchart LR\n");
        for (Node node : nodes.values()) {
            List<String> lines = node.lines().stream().map(PlanGraph::mermaid).toList();
            out.append("  ").append(node.id()).append(node.look().open).append('"');
            out.append(String.join("<br/>", lines))
                    .append('"')
                    .append(node.look().close)
                    .append('\n');
        }
        for (Edge edge : edges) {
            out.append("  ").append(edge.from()).append(" -->");
            out.append(edge.label().isEmpty() ? " " : "|\"" + mermaid(edge.label()) + "\"| ");
            out.append(edge.to()).append('\n');
        }
        return out.toString();
    }

    private static String dot(String text) {
        return Words.plain(text).replace("\\", "\\\\").replace("\"", "\\\"");
    }

    /** Everything that means something to Mermaid or to HTML becomes a character reference of its own form. */
    private static String mermaid(String text) {
        StringBuilder escaped = new StringBuilder();
        Words.plain(text).codePoints().forEach(character -> {
            if (character < 0x80 && !Character.isLetterOrDigit(character) && " ._-,:/".indexOf(character) < 0) {
                escaped.append('#').append(character).append(';');
            } else {
                escaped.appendCodePoint(character);
            }
        });
        return escaped.toString();
    }
}
