package io.tapstate.planner.plan;

import java.util.List;

/** What a step writes, for people; empty for a step that writes nothing that applications read. */
final class TargetNames {
    private TargetNames() {}

    static List<String> of(PlanStep step) {
        if (step instanceof WriteViewStep view) {
            return List.of("the collection `" + view.collection() + "`");
        }
        if (step instanceof WriteTablesStep tables) {
            return tables.outputs().stream()
                    .map(output -> "the table `" + output.table() + "` of `" + tables.target() + "`")
                    .toList();
        }
        return List.of();
    }
}
