package io.tapstate.planner.plan;

import io.tapstate.connectors.diagnostics.Diagnostic;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What becomes of a running pipeline when another plan takes its place.
 *
 * @param pipeline its id
 * @param settings what differs outside the steps
 * @param steps those of the next plan in its order, then those that are removed
 * @param targets what applications read
 * @param refusals why the next plan is not run; empty unless the verdict is {@link Verdict#REFUSED}
 */
public record PlanChanges(
        String pipeline,
        Verdict verdict,
        List<Difference> settings,
        List<StepChange> steps,
        List<TargetChange> targets,
        List<Diagnostic> refusals) {
    /** What can be done. */
    public enum Verdict {
        /** Nothing is deployed: everything is read for the first time. */
        FIRST_START,
        /** The plan is the one that is deployed. */
        NOTHING_TO_DO,
        /** The next plan goes on from the state of the running one. */
        RESTORABLE,
        /** Tables are read again; nothing does so by itself. */
        NEEDS_RE_READ,
        /** The next plan is not run. */
        REFUSED
    }

    public PlanChanges {
        settings = List.copyOf(settings);
        steps = List.copyOf(steps);
        targets = List.copyOf(targets);
        refusals = List.copyOf(refusals);
    }

    /** How many steps fare so. */
    public long count(StepChange.Effect effect) {
        return steps.stream().filter(step -> step.effect() == effect).count();
    }

    /** The tables whose rows are read, each once, in the order of the steps. */
    public List<TableRead> reads() {
        Set<TableRead> reads = new LinkedHashSet<>();
        steps.forEach(step -> reads.addAll(step.reads()));
        return List.copyOf(reads);
    }

    /** The rows of those tables; empty when one of them is unknown. */
    public OptionalLong rows() {
        long rows = 0;
        for (TableRead read : reads()) {
            if (read.readable() && read.rows().isEmpty()) {
                return OptionalLong.empty();
            }
            rows += read.readable() ? read.rows().getAsLong() : 0;
        }
        return OptionalLong.of(rows);
    }

    /** Whether anything at all would be different. */
    public boolean anything() {
        return verdict != Verdict.NOTHING_TO_DO;
    }

    /** The first reason why state cannot be taken over, as one sentence without a full stop; empty when it can be. */
    public Optional<String> obstacle() {
        if (verdict != Verdict.NEEDS_RE_READ) {
            return Optional.empty();
        }
        for (StepChange step : steps) {
            for (Difference difference : step.differences()) {
                if (!difference.property().isEmpty()) {
                    return Optional.of("in the step `" + step.id() + "`, " + difference.sentence());
                }
            }
        }
        for (StepChange step : steps) {
            if (step.effect() == StepChange.Effect.NEW) {
                return Optional.of("the step `" + step.id() + "` is new");
            }
            if (step.effect() == StepChange.Effect.REMOVED) {
                return Optional.of("the step `" + step.id() + "` is gone");
            }
        }
        return settings.stream()
                .map(Difference::sentence)
                .findFirst()
                .or(() -> Optional.of("the steps stand in another order"));
    }
}
