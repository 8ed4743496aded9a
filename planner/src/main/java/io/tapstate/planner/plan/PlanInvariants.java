package io.tapstate.planner.plan;

import io.tapstate.planner.plan.AssembleDocumentsStep.Embed;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What holds for every plan, whoever made it: the job builder relies on these. */
public final class PlanInvariants {
    private PlanInvariants() {}

    /** @throws IllegalStateException naming the step and what is wrong with it: a defect of whoever made the plan */
    public static void verify(JobPlan plan) {
        Map<StepId, PlanStep> earlier = new LinkedHashMap<>();
        Set<StepId> read = new HashSet<>();
        for (PlanStep step : plan.steps()) {
            for (StreamRef input : step.inputs()) {
                input(step, input, earlier);
                read.add(input.step());
            }
            step.accept(new Keys());
            demand(earlier.put(step.id(), step) == null, step, "stands twice");
        }
        demand(plan.steps().stream().anyMatch(WriteViewStep.class::isInstance), plan.pipeline(), "writes nothing");
        for (PlanStep step : plan.steps()) {
            demand(step instanceof WriteViewStep || read.contains(step.id()), step, "is read by nothing");
        }
    }

    private static void input(PlanStep step, StreamRef input, Map<StepId, PlanStep> earlier) {
        PlanStep from = earlier.get(input.step());
        demand(from != null, step, "reads `" + input + "`, which no earlier step is");
        if (from instanceof ReadTablesStep source) {
            Optional<?> table = source.tables().stream()
                    .filter(t -> input.table().equals(Optional.of(t.table())))
                    .findFirst();
            demand(table.isPresent(), step, "reads `" + input + "`, which the source does not read");
        } else {
            demand(input.table().isEmpty(), step, "narrows `" + input.step() + "`, which is no source, to a table");
        }
    }

    private static void demand(boolean holds, Object of, String otherwise) {
        if (!holds) {
            String name = of instanceof PlanStep step ? step.id().value() : of.toString();
            throw new IllegalStateException("`" + name + "` " + otherwise);
        }
    }

    /** Every step that keeps or writes rows knows what identifies them. */
    private static final class Keys implements PlanVisitor<Void> {
        @Override
        public Void visit(ReadTablesStep step) {
            demand(!step.tables().isEmpty(), step, "reads no table");
            step.tables().forEach(table -> columns(step, "the key of `" + table.table() + "`", table.key()));
            return null;
        }

        @Override
        public Void visit(RememberKeysStep step) {
            columns(step, "the identity", step.identity());
            columns(step, "the remembered columns", step.columns());
            demand(
                    step.columns().stream().noneMatch(step.identity()::contains),
                    step,
                    "remembers a column of its identity");
            return null;
        }

        @Override
        public Void visit(AssembleDocumentsStep step) {
            columns(step, "the root's identity", step.rootIdentity());
            columns(step, "the document key", step.key());
            demand(step.sendWindowMillis() >= 0, step, "has a negative send window");
            Set<String> paths = new HashSet<>();
            for (Embed embed : step.embeds()) {
                demand(paths.add(embed.path()), step, "has the embed `" + embed.path() + "` twice");
                columns(step, "the identity of `" + embed.path() + "`", embed.identity());
                columns(step, "the array key of `" + embed.path() + "`", embed.arrayKey());
                demand(
                        embed.childColumns().size() == step.key().size(),
                        step,
                        "joins `" + embed.path() + "` by another number of columns than the document key has");
            }
            return null;
        }

        @Override
        public Void visit(WriteViewStep step) {
            columns(step, "the primary key", step.primaryKey());
            demand(!step.collection().isBlank(), step, "names no collection");
            demand(step.config().containsKey("uri"), step, "has no `uri`");
            return null;
        }

        private static void columns(PlanStep step, String what, List<String> columns) {
            boolean sound = !columns.isEmpty() && new HashSet<>(columns).size() == columns.size();
            demand(sound, step, "has columns " + columns + " as " + what);
        }
    }
}
