package io.tapstate.planner.check;

import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.resolve.WiredPipeline;
import io.tapstate.planner.resolve.WiredPipeline.WiredStep;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.TransformBody.EmbedSpec;
import io.tapstate.planner.spec.TransformBody.Nest;
import java.util.ArrayList;
import java.util.List;

/** A nest reads only aliases of its {@code from}, and every one of them. */
final class AliasCheck implements WiringCheck {
    @Override
    public void check(WiredPipeline pipeline, Faults faults) {
        for (WiredStep step : pipeline.steps()) {
            boolean judged = step.spec().from().isPresent()
                    && !faults.under(step.spec().span(), "from")
                    && !faults.under(step.spec().span(), "root");
            if (judged && step.body().orElse(null) instanceof Nest nest) {
                check(step, nest, faults);
            }
        }
    }

    private static void check(WiredStep step, Nest nest, Faults faults) {
        List<Located<String>> read = new ArrayList<>(List.of(nest.root().from()));
        collect(nest.root().embeds(), read);
        List<String> aliases = step.spec().from().orElseThrow().aliases().keySet().stream()
                .map(Located::value)
                .toList();
        boolean complete = true;
        for (Located<String> alias : read) {
            if (!aliases.contains(alias.value()) && !alias.value().contains("${")) {
                complete = false;
                faults.add(
                        alias.span(),
                        DslError.MISSING_REFERENCE,
                        "ref",
                        alias.value(),
                        "what",
                        "alias in the nest's `from`",
                        "suggestion",
                        NearestName.suggestion(alias.value(), aliases));
            }
        }
        if (complete) {
            unused(step, read, faults);
        }
    }

    private static void unused(WiredStep step, List<Located<String>> read, Faults faults) {
        List<String> names = read.stream().map(Located::value).toList();
        step.spec().from().orElseThrow().aliases().keySet().stream()
                .filter(alias -> !names.contains(alias.value()))
                .forEach(alias ->
                        faults.add(alias.span(), CheckError.ALIAS_UNUSED, "alias", alias.value(), "step", step.id()));
    }

    private static void collect(List<EmbedSpec> embeds, List<Located<String>> read) {
        embeds.forEach(embed -> {
            read.add(embed.from());
            collect(embed.embeds(), read);
        });
    }
}
