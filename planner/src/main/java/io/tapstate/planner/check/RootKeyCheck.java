package io.tapstate.planner.check;

import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.Located;
import io.tapstate.planner.dsl.PipelineSpec.RootSpec;
import io.tapstate.planner.resolve.ResolvedPipeline;
import io.tapstate.planner.resolve.ResolvedPipeline.ResolvedNest;
import io.tapstate.planner.resolve.ResolvedTable;
import java.util.List;
import java.util.stream.Collectors;

/** A root with embeds has a key, made of columns of the root table that tell its rows apart. */
final class RootKeyCheck implements PipelineCheck {
    @Override
    public void check(ResolvedPipeline pipeline, Faults faults) {
        for (ResolvedNest nest : pipeline.nests()) {
            RootSpec root = nest.spec().root();
            if (root.key().isEmpty() && !root.embeds().isEmpty()) {
                faults.add(
                        root.span(),
                        CheckError.ROOT_KEY_REQUIRED,
                        "rootAlias",
                        root.from().value());
            }
            if (!root.key().isEmpty()) {
                nest.root().ifPresent(table -> key(root, table, faults));
            }
        }
    }

    private static void key(RootSpec root, ResolvedTable table, Faults faults) {
        boolean found = true;
        for (Located<String> column : root.key()) {
            found &= Columns.find(table, column, faults).isPresent();
        }
        List<String> key = Columns.values(root.key());
        if (found && !Columns.identify(table.schema(), key)) {
            faults.add(
                    root.key().get(0).span(),
                    CheckError.ROOT_KEY_NOT_UNIQUE,
                    "key",
                    String.join(", ", key),
                    "table",
                    table.schema().id(),
                    "unique",
                    Columns.keys(table.schema()).stream()
                            .map(columns -> "`[" + String.join(", ", columns) + "]`")
                            .collect(Collectors.joining(" or ")));
        }
    }
}
