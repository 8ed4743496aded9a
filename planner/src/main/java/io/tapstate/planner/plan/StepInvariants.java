package io.tapstate.planner.plan;

import static io.tapstate.planner.plan.PlanInvariants.columns;
import static io.tapstate.planner.plan.PlanInvariants.demand;

import io.tapstate.planner.plan.Embed.Direction;
import io.tapstate.planner.plan.Embed.Shape;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What holds for one step: every step that keeps or writes rows knows what identifies them. */
final class StepInvariants implements PlanVisitor<Void> {
    private final Map<StepId, PlanStep> earlier;

    /** @param earlier the steps before the one that is judged */
    StepInvariants(Map<StepId, PlanStep> earlier) {
        this.earlier = earlier;
    }

    @Override
    public Void visit(ReadTablesStep step) {
        demand(!step.tables().isEmpty(), step, "reads no table");
        step.tables().forEach(table -> columns(step, "the key of `" + table.table() + "`", table.key()));
        demand(
                step.tables().stream()
                                .map(ReadTablesStep.Table::table)
                                .distinct()
                                .count()
                        == step.tables().size(),
                step,
                "reads a table twice");
        return null;
    }

    @Override
    public Void visit(FilterRowsStep step) {
        return reads(step);
    }

    @Override
    public Void visit(MapRowsStep step) {
        Set<String> names = new HashSet<>();
        step.fields().forEach(field -> demand(names.add(field.name()), step, "rules `" + field.name() + "` twice"));
        return reads(step);
    }

    @Override
    public Void visit(RunScriptStep step) {
        return reads(step);
    }

    @Override
    public Void visit(UnionStreamsStep step) {
        return reads(step);
    }

    @Override
    public Void visit(QueryRowsStep step) {
        Set<String> aliases = new HashSet<>();
        step.tables().forEach(table -> demand(aliases.add(table.alias()), step, "names two tables alike"));
        return reads(step);
    }

    private static Void reads(PlanStep step) {
        demand(!step.inputs().isEmpty(), step, "reads nothing");
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
    public Void visit(RouteRowsStep step) {
        columns(step, "the key", step.key());
        node(step, step.parent());
        demand(!step.children().isEmpty(), step, "routes nothing");
        Set<String> paths = new HashSet<>();
        for (NestNode child : step.children()) {
            node(step, child);
            demand(paths.add(child.path()), step, "routes `" + child.path() + "` twice");
            joins(step, child.path(), child.childColumns(), step.key());
        }
        return null;
    }

    @Override
    public Void visit(LookupRowsStep step) {
        columns(step, "the identity", step.identity());
        columns(step, "the key", step.key());
        node(step, step.referrer());
        joins(step, step.referrer().path(), step.referrerColumns(), step.key());
        embeds(step, step.embeds(), step.key());
        return null;
    }

    @Override
    public Void visit(AssembleDocumentsStep step) {
        columns(step, "the root's identity", step.rootIdentity());
        columns(step, "the document key", step.key());
        demand(step.sendWindowMillis() >= 0, step, "has a negative send window");
        embeds(step, step.embeds(), step.key());
        return null;
    }

    /** @param key what an edge names that does not say it; empty where every edge must */
    private void embeds(PlanStep step, List<Embed> embeds, List<String> key) {
        Set<String> paths = new HashSet<>();
        for (Embed embed : embeds) {
            demand(paths.add(embed.path()), step, "has the embed `" + embed.path() + "` twice");
            columns(step, "the identity of `" + embed.path() + "`", embed.identity());
            if (embed.shape() == Shape.ARRAY) {
                columns(step, "the array key of `" + embed.path() + "`", embed.arrayKey());
            }
            joins(
                    step,
                    embed.path(),
                    embed.childColumns(),
                    embed.parentColumns().isEmpty() ? key : embed.parentColumns());
            boolean looksUp = earlier.get(embed.input().step()) instanceof LookupRowsStep;
            demand(
                    looksUp == (embed.direction() == Direction.POINTS_AT),
                    step,
                    "points at `" + embed.path() + "` without a lookup, or looks up what belongs to it");
            demand(
                    !looksUp || embed.embeds().isEmpty(),
                    step,
                    "embeds in `" + embed.path() + "`, which its lookup does");
            embeds(step, embed.embeds(), List.of());
        }
    }

    @Override
    public Void visit(WriteViewStep step) {
        columns(step, "the primary key", step.primaryKey());
        demand(!step.collection().isBlank(), step, "names no collection");
        demand(!step.config().isEmpty(), step, "does not say where the store is");
        return null;
    }

    @Override
    public Void visit(WriteTablesStep step) {
        Set<String> tables = new HashSet<>();
        demand(!step.outputs().isEmpty(), step, "writes no table");
        for (WriteTablesStep.Output output : step.outputs()) {
            demand(tables.add(output.table()), step, "writes `" + output.table() + "` twice");
            if (step.mode() == WriteTablesStep.WriteMode.UPSERT) {
                columns(step, "the key of `" + output.table() + "`", output.key());
            }
        }
        return null;
    }

    private static void node(PlanStep step, NestNode node) {
        columns(step, "the identity of `" + node.path() + "`", node.identity());
        columns(step, "the columns that place `" + node.path() + "`", node.childColumns());
    }

    private static void joins(PlanStep step, String path, List<String> child, List<String> parent) {
        columns(step, "the join columns of `" + path + "`", child);
        demand(
                child.size() == parent.size(),
                step,
                "joins `" + path + "` by another number of columns than its counterpart has");
    }
}
