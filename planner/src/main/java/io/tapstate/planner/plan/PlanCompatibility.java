package io.tapstate.planner.plan;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.planner.plan.CompatibilityRules.Rule;
import io.tapstate.planner.plan.PlanChanges.Verdict;
import io.tapstate.planner.plan.StepChange.Effect;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Says what becomes of a running pipeline, step by step, when another plan takes its place.
 *
 * <p>Each step is judged by the {@link CompatibilityRules}. A step that reads one that starts from nothing does so itself,
 * since its state holds rows that may not come again. What the engine can carry over at all is its {@link StateTransfer}:
 * the verdict never promises what a run would refuse.
 */
public final class PlanCompatibility {
    /** Why a step that is as it was starts from nothing. */
    static final Difference WHOLE_PLAN =
            Difference.because("this release carries state over into an unchanged plan only");

    private final JobPlan running;
    private final JobPlan next;
    private final PlanLineage lineage;
    private final StateTransfer transfer;
    private final Map<StepId, Effect> effects = new LinkedHashMap<>();
    private final Map<StepId, List<Difference>> differences = new HashMap<>();
    private final Map<StepId, Set<PlanLineage.Origin>> additions = new HashMap<>();
    private final Set<StepId> resent = new HashSet<>();

    private PlanCompatibility(JobPlan running, JobPlan next, StateTransfer transfer) {
        this.running = running;
        this.next = next;
        this.lineage = new PlanLineage(next);
        this.transfer = transfer;
    }

    /** What happens when a plan starts while another, or none, is deployed; refused plans included. */
    public static PlanChanges compare(Optional<JobPlan> running, PlanOutcome next) {
        return compare(running, next, StateTransfer.OF_THIS_RELEASE);
    }

    static PlanChanges compare(Optional<JobPlan> running, PlanOutcome next, StateTransfer transfer) {
        JobPlan before = running.orElseGet(() -> new JobPlan(
                next.plan().pipeline(), next.plan().readMode(), next.plan().settings(), List.of()));
        PlanCompatibility comparison = new PlanCompatibility(before, next.plan(), transfer);
        return comparison.changes(running.isEmpty(), next.refusals());
    }

    /** What happens when a plan that can be run takes the place of another. */
    public static PlanChanges compare(JobPlan running, JobPlan next) {
        return compare(Optional.of(running), new PlanOutcome(next, PlanSecrets.NONE));
    }

    private PlanChanges changes(boolean first, List<Diagnostic> refusals) {
        List<Difference> obstacles = planObstacles();
        List<Difference> settings = new ArrayList<>(obstacles);
        settings.addAll(settingDifferences());
        next.steps().forEach(this::judge);
        next.steps().forEach(this::propagate);
        boolean carried = first || carries(obstacles);
        if (!carried) {
            next.steps().stream()
                    .filter(step -> StateKinds.keepsState(step.kind()) && keeps(step))
                    .forEach(step -> rebuild(step, obstacles.isEmpty() ? WHOLE_PLAN : obstacles.get(0)));
        }
        List<StepChange> steps = new ArrayList<>();
        next.steps().forEach(step -> steps.add(change(step)));
        running.steps().stream()
                .filter(step -> next.step(step.id()).isEmpty())
                .forEach(step ->
                        steps.add(new StepChange(step.id(), step.kind(), Effect.REMOVED, List.of(), List.of())));
        Verdict verdict = !refusals.isEmpty() ? Verdict.REFUSED : verdict(first, carried, steps, settings);
        return new PlanChanges(next.pipeline(), verdict, settings, steps, targets(), refusals);
    }

    private static Verdict verdict(boolean first, boolean carried, List<StepChange> steps, List<Difference> settings) {
        if (first) {
            return Verdict.FIRST_START;
        }
        Map<Effect, Integer> counts = new EnumMap<>(Effect.class);
        steps.forEach(step -> counts.merge(step.effect(), 1, Integer::sum));
        if (!carried || counts.containsKey(Effect.CHANGED_STATE_REBUILT)) {
            return Verdict.NEEDS_RE_READ;
        }
        boolean nothing = counts.keySet().equals(Set.of(Effect.KEPT)) && settings.isEmpty();
        return nothing ? Verdict.NOTHING_TO_DO : Verdict.RESTORABLE;
    }

    private void judge(PlanStep step) {
        Optional<PlanStep> before = running.step(step.id());
        if (before.isEmpty()) {
            effects.put(step.id(), Effect.NEW);
            return;
        }
        List<Difference> found = new ArrayList<>();
        Effect effect = Effect.KEPT;
        if (!before.get().kind().equals(step.kind())) {
            found.add(Difference.of("kind", before.get().kind(), step.kind()));
            effect = Effect.CHANGED_STATE_REBUILT;
        } else {
            for (Difference difference : StepProperties.between(before.get(), step)) {
                Rule rule = CompatibilityRules.of(step.kind(), difference);
                if (rule == Rule.NOTHING) {
                    continue;
                }
                found.add(difference);
                Effect of = rule == Rule.MUST_MATCH ? Effect.CHANGED_STATE_REBUILT : Effect.CHANGED_STATE_KEPT;
                effect = of.compareTo(effect) > 0 ? of : effect;
                if (rule == Rule.CONTENT || rule == Rule.ADDITION) {
                    resent.add(step.id());
                }
                if (rule == Rule.ADDITION) {
                    additions
                            .computeIfAbsent(step.id(), id -> new LinkedHashSet<>())
                            .addAll(AddedOrigins.of(step, difference, lineage));
                }
            }
        }
        effects.put(step.id(), effect);
        differences.put(step.id(), found);
    }

    /** A step below one that starts from nothing starts from nothing. */
    private void propagate(PlanStep step) {
        if (effects.get(step.id()) == Effect.NEW) {
            return;
        }
        for (StreamRef input : step.inputs()) {
            if (effects.get(input.step()) == Effect.CHANGED_STATE_REBUILT) {
                rebuild(step, Difference.because("it reads `" + input.step() + "`, which starts anew"));
                return;
            }
        }
    }

    /** Whether the engine takes over anything at all: where it knows only all or nothing, what the fingerprint says. */
    private boolean carries(List<Difference> obstacles) {
        return transfer == StateTransfer.PER_STEP
                ? obstacles.isEmpty()
                : PlanFingerprint.of(running).equals(PlanFingerprint.of(next));
    }

    private boolean keeps(PlanStep step) {
        return effects.get(step.id()).compareTo(Effect.CHANGED_STATE_REBUILT) < 0;
    }

    private void rebuild(PlanStep step, Difference why) {
        effects.put(step.id(), Effect.CHANGED_STATE_REBUILT);
        List<Difference> reasons = new ArrayList<>(differences.getOrDefault(step.id(), List.of()));
        reasons.add(why);
        differences.put(step.id(), reasons);
    }

    private StepChange change(PlanStep step) {
        Effect effect = effects.get(step.id());
        Set<PlanLineage.Origin> origins = new LinkedHashSet<>();
        if (effect == Effect.NEW || effect == Effect.CHANGED_STATE_REBUILT) {
            origins.addAll(lineage.of(step));
        }
        origins.addAll(additions.getOrDefault(step.id(), Set.of()));
        return new StepChange(
                step.id(),
                step.kind(),
                effect,
                differences.getOrDefault(step.id(), List.of()),
                origins.stream().map(this::read).toList());
    }

    private TableRead read(PlanLineage.Origin origin) {
        boolean again = running.step(origin.source().id())
                .filter(ReadTablesStep.class::isInstance)
                .flatMap(
                        source -> ((ReadTablesStep) source).table(origin.table().table()))
                .isPresent();
        return new TableRead(
                origin.source().source(),
                origin.table().table(),
                origin.table().rowEstimate(),
                again,
                origin.source().mode() != ReadMode.CDC_ONLY);
    }

    private List<TargetChange> targets() {
        List<TargetChange> targets = new ArrayList<>();
        Set<StepId> sent = sentAgain();
        for (PlanStep step : next.steps()) {
            List<String> names = TargetNames.of(step);
            if (!names.isEmpty()) {
                boolean same = running.step(step.id())
                        .map(TargetNames::of)
                        .filter(names::equals)
                        .isPresent();
                TargetChange.Effect written =
                        sent.contains(step.id()) ? TargetChange.Effect.REWRITTEN : TargetChange.Effect.UNTOUCHED;
                targets.add(new TargetChange(step.id(), names, same ? written : TargetChange.Effect.FILLED));
            }
        }
        for (PlanStep step : running.steps()) {
            List<String> names = new ArrayList<>(TargetNames.of(step));
            next.step(step.id()).ifPresent(kept -> names.removeAll(TargetNames.of(kept)));
            if (!names.isEmpty()) {
                targets.add(new TargetChange(step.id(), names, TargetChange.Effect.LEFT));
            }
        }
        return targets;
    }

    /** The steps of which what comes out, of themselves or of one before them, is sent as a whole. */
    private Set<StepId> sentAgain() {
        Set<StepId> sent = new HashSet<>();
        for (PlanStep step : next.steps()) {
            Effect effect = effects.get(step.id());
            boolean other = !(step instanceof ReadTablesStep) && (effect == Effect.NEW || resent.contains(step.id()));
            if (other
                    || effect == Effect.CHANGED_STATE_REBUILT
                    || step.inputs().stream().anyMatch(input -> sent.contains(input.step()))) {
                sent.add(step.id());
            }
        }
        return sent;
    }

    private List<Difference> planObstacles() {
        List<Difference> obstacles = new ArrayList<>();
        if (!running.pipeline().equals(next.pipeline())) {
            obstacles.add(Difference.of("pipeline", running.pipeline(), next.pipeline()));
        }
        if (running.readMode() != next.readMode()) {
            obstacles.add(Difference.of(
                    "read_mode", running.readMode().yaml(), next.readMode().yaml()));
        }
        return obstacles;
    }

    private List<Difference> settingDifferences() {
        List<Difference> found = new ArrayList<>();
        PlanSettings before = running.settings();
        PlanSettings after = next.settings();
        differ(found, "parallelism", optional(before.parallelism()), optional(after.parallelism()));
        differ(
                found,
                "error_policy",
                before.errorPolicy().yaml(),
                after.errorPolicy().yaml());
        differ(found, "batch_size", optional(before.batchSize()), optional(after.batchSize()));
        differ(
                found,
                "schedule",
                before.schedule().orElse(null),
                after.schedule().orElse(null));
        return found;
    }

    private static Integer optional(OptionalInt number) {
        return number.isPresent() ? number.getAsInt() : null;
    }

    private static void differ(List<Difference> found, String setting, Object before, Object after) {
        if (!Objects.equals(before, after)) {
            found.add(Difference.of(setting, before, after));
        }
    }
}
