package io.tapstate.planner.check;

import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.Located;
import io.tapstate.planner.dsl.PipelineSpec.EmbedSpec;
import io.tapstate.planner.resolve.ResolvedPipeline;
import io.tapstate.planner.resolve.ResolvedPipeline.ResolvedNest;
import io.tapstate.planner.resolve.ResolvedTable;
import java.util.ArrayList;
import java.util.List;

/** Every field of a document has one writer: an embed, or a column of the root, or the document's key. */
final class EmbedPathCheck implements PipelineCheck {
    private static final String DOCUMENT_KEY = "_id";

    @Override
    public void check(ResolvedPipeline pipeline, Faults faults) {
        for (ResolvedNest nest : pipeline.nests()) {
            List<String> earlier = new ArrayList<>();
            for (EmbedSpec embed : nest.spec().root().embeds()) {
                Located<String> path = embed.path();
                earlier.stream()
                        .filter(other -> overlap(other, path.value()))
                        .findFirst()
                        .ifPresent(other -> faults.add(
                                path.span(),
                                CheckError.EMBED_PATH_CONFLICT,
                                "embedPathA",
                                other,
                                "embedPathB",
                                path.value()));
                earlier.add(path.value());
                String first = first(path.value());
                if (first.equals(DOCUMENT_KEY)) {
                    faults.add(path.span(), CheckError.RESERVED_FIELD, "field", DOCUMENT_KEY);
                } else {
                    nest.root().ifPresent(root -> column(root, path, first, faults));
                }
            }
            nest.root()
                    .filter(root -> root.columnNames().contains(DOCUMENT_KEY))
                    .ifPresent(root -> faults.add(root.span(), CheckError.RESERVED_FIELD, "field", DOCUMENT_KEY));
        }
    }

    private static void column(ResolvedTable root, Located<String> path, String first, Faults faults) {
        if (root.columnNames().contains(first)) {
            faults.add(
                    path.span(),
                    CheckError.EMBED_PATH_HIDES_COLUMN,
                    "path",
                    path.value(),
                    "column",
                    first,
                    "table",
                    root.schema().id());
        }
    }

    private static boolean overlap(String left, String right) {
        return (left + ".").startsWith(right + ".") || (right + ".").startsWith(left + ".");
    }

    static String first(String path) {
        int dot = path.indexOf('.');
        return dot < 0 ? path : path.substring(0, dot);
    }
}
