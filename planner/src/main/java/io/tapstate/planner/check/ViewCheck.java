package io.tapstate.planner.check;

import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.logical.LogicalPipeline;
import io.tapstate.planner.logical.LogicalPipeline.LogicalView;
import io.tapstate.planner.logical.LogicalStep;
import io.tapstate.planner.logical.Stream.Flow;
import io.tapstate.planner.resolve.NestFields;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.TransformBody.Join;
import io.tapstate.planner.spec.TransformBody.Nest;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A view's key tells the rows it reads apart, and its indexes are fields of them. */
final class ViewCheck implements PipelineCheck {
    private static final String DOCUMENT_KEY = "_id";

    @Override
    public void check(LogicalPipeline pipeline, Faults faults) {
        pipeline.view().ifPresent(view -> {
            Flow fed = view.feed().flows().get(0);
            key(view, fed, faults);
            indexes(view, fed, faults);
            reserved(view, fed, faults);
        });
    }

    private static void key(LogicalView view, Flow fed, Faults faults) {
        if (view.key().isEmpty() || faults.under(view.body().span(), "primary_key")) {
            return;
        }
        if (fed.keys().isEmpty()) {
            withoutKey(view, faults);
            return;
        }
        // A document of a nest is found by its own key alone: another key of the root would not say which it is.
        List<List<String>> keys = view.feed() instanceof LogicalStep step && step.body() instanceof Nest
                ? List.of(fed.identity())
                : fed.keys();
        boolean identifies = keys.stream().anyMatch(key -> Set.copyOf(key).equals(Set.copyOf(view.key())));
        if (!identifies) {
            faults.add(
                    view.body().primaryKey().orElseThrow().span(),
                    CheckError.VIEW_KEY_NOT_FEED_IDENTITY,
                    "view",
                    view.id().value(),
                    "key",
                    list(view.key()),
                    "identity",
                    keys.stream().map(ViewCheck::list).collect(Collectors.joining(" or ")));
        }
    }

    private static void withoutKey(LogicalView view, Faults faults) {
        if (view.feed() instanceof LogicalStep step && step.body() instanceof Join) {
            faults.add(
                    step.spec().span(),
                    CheckError.JOIN_OUTPUT_KEY_NOT_PUBLISHED,
                    "step",
                    step.id(),
                    "reader",
                    "the view `" + view.id().value() + "`");
            return;
        }
        faults.add(
                view.body().primaryKey().orElseThrow().span(),
                CheckError.VIEW_FEED_WITHOUT_KEY,
                "view",
                view.id().value(),
                "stream",
                view.feed().name());
    }

    private static void indexes(LogicalView view, Flow fed, Faults faults) {
        if (fed.rows().open()) {
            return;
        }
        Set<String> fields = new TreeSet<>(fed.rows().names());
        for (Located<String> index : view.body().indexes()) {
            boolean known = fields.contains(index.value()) || fields.contains(NestFields.first(index.value()));
            if (!known && !index.value().contains("${")) {
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

    private static void reserved(LogicalView view, Flow fed, Faults faults) {
        boolean column = !(view.feed() instanceof LogicalStep step && step.body() instanceof Nest)
                && NestFields.hidesKey(fed.rows().names(), view.key());
        if (column) {
            faults.add(view.span(), io.tapstate.planner.resolve.NestTreeError.RESERVED_FIELD, "field", DOCUMENT_KEY);
        }
    }

    private static String list(List<String> columns) {
        return columns.size() == 1 ? columns.get(0) : "[" + String.join(", ", columns) + "]";
    }
}
