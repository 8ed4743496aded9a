package io.tapstate.planner.check;

import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.Located;
import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.dsl.PipelineSpec.ViewSpec;
import io.tapstate.planner.resolve.ResolvedPipeline;
import io.tapstate.planner.resolve.ResolvedPipeline.Feed;
import io.tapstate.planner.resolve.ResolvedPipeline.ResolvedNest;
import io.tapstate.planner.resolve.ResolvedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A view's key is what identifies the documents it reads, and its indexes are fields of them. */
final class ViewCheck implements PipelineCheck {
    @Override
    public void check(ResolvedPipeline pipeline, Faults faults) {
        pipeline.spec().view().ifPresent(view -> {
            if (view.primaryKey().isEmpty()) {
                faults.add(
                        view.span(),
                        CheckError.VIEW_KEY_MISSING,
                        "view",
                        view.id().value());
            }
            pipeline.feed().ifPresent(feed -> {
                key(view, feed, faults);
                indexes(view, feed, faults);
            });
        });
    }

    private static void key(ViewSpec view, Feed feed, Faults faults) {
        Optional<List<String>> identity = feed.nest()
                .flatMap(ViewCheck::documentKey)
                .or(() -> feed.table().map(ResolvedTable::identity));
        if (identity.isEmpty() || view.primaryKey().isEmpty()) {
            return;
        }
        List<String> key = Columns.values(view.primaryKey().get().value());
        if (!Columns.sameSet(key, identity.get())) {
            faults.add(
                    view.primaryKey().get().span(),
                    CheckError.VIEW_KEY_NOT_FEED_IDENTITY,
                    "view",
                    view.id().value(),
                    "key",
                    Columns.list(key),
                    "identity",
                    Columns.list(identity.get()));
        }
    }

    private static Optional<List<String>> documentKey(ResolvedNest nest) {
        List<String> key = Columns.values(nest.spec().root().key());
        if (!key.isEmpty()) {
            return Optional.of(key);
        }
        return nest.spec().root().embeds().isEmpty() ? nest.root().map(ResolvedTable::identity) : Optional.empty();
    }

    private static void indexes(ViewSpec view, Feed feed, Faults faults) {
        Optional<ResolvedTable> root = feed.nest().flatMap(ResolvedNest::root).or(feed::table);
        if (root.isEmpty()) {
            return;
        }
        List<String> fields = new ArrayList<>(root.get().columnNames());
        feed.nest()
                .ifPresent(nest -> nest.spec()
                        .root()
                        .embeds()
                        .forEach(embed ->
                                fields.add(EmbedPathCheck.first(embed.path().value()))));
        for (Located<String> index : view.indexes()) {
            if (!fields.contains(index.value()) && !fields.contains(EmbedPathCheck.first(index.value()))) {
                faults.add(
                        index.span(),
                        DslError.MISSING_REFERENCE,
                        "ref",
                        index.value(),
                        "what",
                        "field of the view's documents",
                        "suggestion",
                        NearestName.suggestion(index.value(), fields));
            }
        }
    }
}
