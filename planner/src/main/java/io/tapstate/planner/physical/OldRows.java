package io.tapstate.planner.physical;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.planner.expression.CelExpression;
import io.tapstate.planner.expression.CelExpression.Compiled;
import io.tapstate.planner.expression.CelExpression.Use;
import io.tapstate.planner.logical.LogicalNest.Node;
import io.tapstate.planner.logical.LogicalStep;
import io.tapstate.planner.logical.LogicalTable;
import io.tapstate.planner.logical.Stream;
import io.tapstate.planner.spec.TransformBody;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which streams tell what a changed or deleted row was before. Learns of each step once, after those it reads. */
final class OldRows {
    private final Set<String> carried = new HashSet<>();
    private final Set<String> changing = new HashSet<>();
    private final boolean rowsLeftOut;

    /**
     * @param rowsLeftOut whether steps leave out rows that they cannot process: then what a change says that a row was
     *     before is not what those behind have of it
     */
    OldRows(boolean rowsLeftOut) {
        this.rowsLeftOut = rowsLeftOut;
    }

    /** Judges a step whose inputs have been judged. */
    void learn(LogicalStep step) {
        List<Stream> inputs = inputs(step);
        boolean script = step.body() instanceof TransformBody.Script;
        boolean changes = script || inputs.stream().anyMatch(this::changes);
        if (changes) {
            changing.add(step.id());
        }
        boolean told;
        if (script) {
            // It may send updates and deletes of its own making.
            told = false;
        } else if (step.body() instanceof TransformBody.Nest) {
            // A document that changes is sent as it is now.
            told = !changes;
        } else if (step.body() instanceof TransformBody.Join) {
            told = true;
        } else if (rowsLeftOut) {
            told = !changes;
        } else {
            told = inputs.stream().allMatch(this::carried) && !leavesOut(step.body());
        }
        if (told) {
            carried.add(step.id());
        }
    }

    /** Whether a map computes a column that nobody can know of the old row. */
    private static boolean leavesOut(TransformBody body) {
        return body instanceof TransformBody.MapRows map
                && map.fields().values().stream()
                        .filter(TransformBody.Rule.Computed.class::isInstance)
                        .map(rule -> CelExpression.compile(
                                ((TransformBody.Rule.Computed) rule).expression(), Use.VALUE, Optional.empty()))
                        .anyMatch(outcome ->
                                outcome instanceof Compiled compiled && (compiled.readsOp() || !compiled.ofRowAlone()));
    }

    /** Whether every update and delete of the stream carries the whole old row; also where there are none. */
    boolean carried(Stream stream) {
        return stream instanceof LogicalTable table
                ? !table.readsChanges() || !rowsLeftOut && table.schema().beforeImage() == BeforeImage.FULL
                : carried.contains(((LogicalStep) stream).id());
    }

    private boolean changes(Stream stream) {
        return stream instanceof LogicalTable table
                ? table.readsChanges()
                : changing.contains(((LogicalStep) stream).id());
    }

    private static List<Stream> inputs(LogicalStep step) {
        List<Stream> inputs = new ArrayList<>();
        step.nest()
                .ifPresentOrElse(
                        nest -> streams(nest.root(), inputs),
                        () -> step.inputs().forEach(input -> inputs.add(input.stream())));
        return inputs;
    }

    private static void streams(Node node, List<Stream> streams) {
        streams.add(node.stream());
        node.children().forEach(child -> streams(child, streams));
    }
}
