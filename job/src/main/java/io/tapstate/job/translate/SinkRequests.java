package io.tapstate.job.translate;

import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.catalog.WriteMode;
import io.tapstate.connectors.runtime.SinkRequest;
import io.tapstate.connectors.runtime.SinkRequest.Adoption;
import io.tapstate.connectors.runtime.SinkRequest.Target;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.PlanStep;
import io.tapstate.planner.plan.ReadMode;
import io.tapstate.planner.plan.StepId;
import io.tapstate.planner.plan.WriteTablesStep;
import io.tapstate.planner.plan.WriteViewStep;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** What the writing steps of a plan ask of their sinks. */
final class SinkRequests {
    private final JobPlan plan;
    private final UnaryOperator<String> variables;
    private final StepFaults policy;
    private final boolean adopt;
    private final Map<String, Set<String>> writers = new HashMap<>();

    /** @param adopt whether targets are taken over that others wrote */
    SinkRequests(JobPlan plan, UnaryOperator<String> variables, StepFaults policy, boolean adopt) {
        this.plan = plan;
        this.variables = variables;
        this.policy = policy;
        this.adopt = adopt;
        for (PlanStep step : plan.steps()) {
            collections(step)
                    .forEach(collection -> writers.computeIfAbsent(collection, name -> new TreeSet<>())
                            .add(step.id().value()));
        }
    }

    private static List<String> collections(PlanStep step) {
        if (step instanceof WriteViewStep view) {
            return List.of(view.collection());
        }
        return step instanceof WriteTablesStep tables
                ? tables.outputs().stream().map(WriteTablesStep.Output::table).toList()
                : List.of();
    }

    SinkRequest of(WriteViewStep step) {
        Target target =
                target(step.id(), SinkRequest.EVERY_ORIGIN, step.collection(), step.primaryKey(), step.indexes());
        return request(step, step.config(), WriteMode.UPSERT, List.of(target), true, true, Adoption.NOTHING);
    }

    SinkRequest of(WriteTablesStep step) {
        List<Target> targets = step.outputs().stream()
                .map(output -> target(step.id(), output.origin(), output.table(), output.key(), List.of()))
                .toList();
        return request(
                step,
                step.config(),
                step.mode() == WriteTablesStep.WriteMode.APPEND ? WriteMode.APPEND : WriteMode.UPSERT,
                targets,
                false,
                step.autoCreateTable(),
                step.adoptsExisting() ? Adoption.UNOWNED : Adoption.NOTHING);
    }

    private SinkRequest request(
            PlanStep step,
            TreeMap<String, String> config,
            WriteMode mode,
            List<Target> targets,
            boolean view,
            boolean creates,
            Adoption adoption) {
        Integer batch = plan.settings().batchSize().isPresent()
                ? plan.settings().batchSize().getAsInt()
                : null;
        return new SinkRequest(
                new ConnectionConfig(config).resolved(variables),
                plan.pipeline(),
                step.id().value(),
                mode,
                targets,
                new SinkRequest.Settings(
                        view,
                        creates,
                        adopt ? Adoption.EVERYTHING : adoption,
                        plan.readMode() != ReadMode.CDC_ONLY,
                        batch),
                policy.at(step.id().value(), keys(targets)));
    }

    private static Map<String, List<String>> keys(List<Target> targets) {
        return targets.stream().collect(Collectors.toMap(Target::origin, Target::primaryKey));
    }

    private Target target(
            StepId step, String origin, String collection, List<String> primaryKey, List<String> indexes) {
        Set<String> rivals = writers.get(collection).stream()
                .filter(writer -> !writer.equals(step.value()))
                .collect(Collectors.toSet());
        return new Target(origin, collection, primaryKey, indexes, rivals);
    }
}
