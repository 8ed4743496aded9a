package io.tapstate.planner.plan;

import java.util.ArrayList;
import java.util.List;

/** The tables that an addition to a step needs. */
final class AddedOrigins {
    private AddedOrigins() {}

    /** @param difference an item that was added to the step */
    static List<PlanLineage.Origin> of(PlanStep step, Difference difference, PlanLineage lineage) {
        String item = difference.property();
        if (step instanceof ReadTablesStep source) {
            return lineage.of(source).stream()
                    .filter(origin -> item.equals("tables[" + origin.table().table() + "]"))
                    .toList();
        }
        List<StreamRef> inputs = new ArrayList<>();
        if (step instanceof AssembleDocumentsStep nest) {
            embeds(nest.embeds(), "", item, inputs);
        } else if (step instanceof LookupRowsStep lookup) {
            embeds(lookup.embeds(), "", item, inputs);
        } else if (step instanceof RouteRowsStep route) {
            route.children().stream()
                    .filter(child -> item.equals("children[" + child.path() + "]"))
                    .forEach(child -> inputs.add(child.input()));
        } else if (step instanceof WriteTablesStep tables) {
            tables.outputs().stream()
                    .filter(output -> item.equals("outputs[" + output.table() + "]"))
                    .forEach(output -> inputs.add(output.input()));
        }
        return lineage.of(inputs);
    }

    private static void embeds(List<Embed> embeds, String prefix, String item, List<StreamRef> inputs) {
        for (Embed embed : embeds) {
            String name = prefix + "embeds[" + embed.path() + "]";
            if (name.equals(item)) {
                inputs.add(embed.input());
                inputs.addAll(Embed.inputs(embed.embeds()));
            }
            embeds(embed.embeds(), name + ".", item, inputs);
        }
    }
}
