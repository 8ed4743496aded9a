package io.tapstate.planner.resolve;

import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.resolve.WiredPipeline.WiredInput;
import io.tapstate.planner.resolve.WiredPipeline.WiredStep;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Puts steps behind what they read. Among several possible orders the author's is kept. A pattern reads only steps that
 * stand before its own.
 */
final class StepOrder {
    private final Map<String, WiredStep> byId = new HashMap<>();
    private final List<WiredStep> sorted = new ArrayList<>();
    private final Set<String> done = new HashSet<>();
    private final Set<String> standing = new HashSet<>();
    private final LinkedHashSet<String> path = new LinkedHashSet<>();
    private final Faults faults;

    private StepOrder(List<WiredStep> steps, Faults faults) {
        steps.forEach(step -> byId.putIfAbsent(step.id(), step));
        this.faults = faults;
    }

    /** Steps on a cycle, which is recorded once where it closes, are left out. */
    static List<WiredStep> sorted(List<WiredStep> steps, Faults faults) {
        StepOrder order = new StepOrder(steps, faults);
        steps.forEach(order::visit);
        return List.copyOf(order.sorted);
    }

    /** Whether the step stands; a step of a cycle does not. */
    private boolean visit(WiredStep step) {
        if (!done.add(step.id())) {
            return standing.contains(step.id());
        }
        path.add(step.id());
        boolean stands = true;
        for (WiredInput input : step.inputs()) {
            Optional<WiredStep> read = read(input);
            if (read.isPresent() && path.contains(read.get().id())) {
                cycle(input, read.get().id());
                stands = false;
            } else if (read.isPresent()) {
                stands &= visit(read.get());
            }
        }
        path.remove(step.id());
        if (stands) {
            sorted.add(step);
            standing.add(step.id());
        }
        return stands;
    }

    private Optional<WiredStep> read(WiredInput input) {
        return input.reference()
                .filter(Reference.ToStep.class::isInstance)
                .map(reference -> byId.get(((Reference.ToStep) reference).step()));
    }

    private void cycle(WiredInput input, String closing) {
        List<String> round = new ArrayList<>(path);
        round = new ArrayList<>(round.subList(round.indexOf(closing), round.size()));
        round.add(closing);
        faults.add(
                input.written().span(),
                DslError.COMPOSITION,
                "detail",
                round.size() == 2
                        ? "the step `" + closing + "` reads itself"
                        : "the steps read each other in a circle: " + String.join(" <- ", round),
                "remedy",
                "let one of them read a table, or a step that does not read it");
    }
}
