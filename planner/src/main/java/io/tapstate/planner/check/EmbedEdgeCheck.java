package io.tapstate.planner.check;

import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.Located;
import io.tapstate.planner.dsl.PipelineSpec.EmbedSpec;
import io.tapstate.planner.plan.PlanError;
import io.tapstate.planner.resolve.ResolvedPipeline;
import io.tapstate.planner.resolve.ResolvedPipeline.ResolvedNest;
import io.tapstate.planner.resolve.ResolvedTable;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The columns of {@code on} exist, can be equal, and show which way the edge points. Right-hand side = the root's key:
 * the child belongs to the root. Left-hand side = the child's key: the root points at the child, which this release
 * does not run. Where both hold (one row for one row) the two readings give the same document, and belongs-to is taken.
 */
final class EmbedEdgeCheck implements PipelineCheck {
    @Override
    public void check(ResolvedPipeline pipeline, Faults faults) {
        for (ResolvedNest nest : pipeline.nests()) {
            for (EmbedSpec embed : nest.spec().root().embeds()) {
                parentColumnsOnce(embed, faults);
                Optional<ResolvedTable> root = nest.root();
                Optional<ResolvedTable> child = nest.table(embed.from().value());
                if (root.isPresent() && child.isPresent() && columns(embed, child.get(), root.get(), faults)) {
                    direction(nest, embed, child.get(), root.get(), faults);
                }
            }
        }
    }

    private static void parentColumnsOnce(EmbedSpec embed, Faults faults) {
        Set<String> seen = new HashSet<>();
        for (Located<String> parent : embed.on().value().values()) {
            if (!seen.add(parent.value())) {
                faults.add(
                        parent.span(),
                        DslError.ILLEGAL_VALUE,
                        "field",
                        "on",
                        "value",
                        parent.value(),
                        "expected",
                        "a parent column that no other entry of `on` names");
            }
        }
    }

    private static boolean columns(EmbedSpec embed, ResolvedTable child, ResolvedTable root, Faults faults) {
        boolean sound = true;
        for (Map.Entry<Located<String>, Located<String>> pair :
                embed.on().value().entrySet()) {
            Optional<ColumnSchema> left = Columns.find(child, pair.getKey(), faults);
            Optional<ColumnSchema> right = Columns.find(root, pair.getValue(), faults);
            sound &= left.isPresent() && right.isPresent();
            if (left.isPresent()
                    && right.isPresent()
                    && !comparable(left.get().type(), right.get().type())) {
                faults.add(
                        pair.getKey().span(),
                        CheckError.JOIN_TYPES_DIFFER,
                        "childColumn",
                        pair.getKey().value(),
                        "childType",
                        left.get().nativeType(),
                        "parentColumn",
                        pair.getValue().value(),
                        "parentType",
                        right.get().nativeType());
            }
        }
        return sound;
    }

    /** Whether equal values of the two types have one key encoding. */
    private static boolean comparable(ColumnType left, ColumnType right) {
        Set<ColumnType> exact = Set.of(ColumnType.INTEGER, ColumnType.DECIMAL);
        boolean unjudged = left == ColumnType.UNSUPPORTED || right == ColumnType.UNSUPPORTED;
        return left == right || (exact.contains(left) && exact.contains(right)) || unjudged;
    }

    private static void direction(
            ResolvedNest nest, EmbedSpec embed, ResolvedTable child, ResolvedTable root, Faults faults) {
        List<String> key = Columns.values(nest.spec().root().key());
        List<String> left =
                embed.on().value().keySet().stream().map(Located::value).toList();
        List<String> right =
                embed.on().value().values().stream().map(Located::value).toList();
        boolean unread = faults.under(nest.spec().root().span(), "key") || faults.under(embed.span(), "on");
        if (unread || key.isEmpty() || Columns.sameSet(right, key)) {
            return;
        }
        String path = embed.path().value();
        if (Columns.sameSet(left, child.identity())) {
            notYet(embed, "the embed `" + path + "`, where the root points at the embedded row,", faults);
        } else if (Columns.keys(root.schema()).stream().anyMatch(unique -> Columns.sameSet(unique, right))) {
            notYet(embed, "the embed `" + path + "`, which joins on another key than the root's `key`,", faults);
        } else {
            faults.add(
                    embed.on().span(),
                    CheckError.EDGE_DIRECTION_UNCLEAR,
                    "path",
                    path,
                    "child",
                    Columns.list(left),
                    "parent",
                    Columns.list(right),
                    "rootKey",
                    Columns.list(key));
        }
    }

    private static void notYet(EmbedSpec embed, String feature, Faults faults) {
        faults.add(embed.on().span(), PlanError.NOT_SUPPORTED_YET, "feature", feature);
    }
}
