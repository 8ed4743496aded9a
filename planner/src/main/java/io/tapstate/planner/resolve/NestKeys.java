package io.tapstate.planner.resolve;

import io.tapstate.planner.resolve.WiredPipeline.WiredInput;
import io.tapstate.planner.resolve.WiredPipeline.WiredStep;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.TransformBody.EmbedSpec;
import io.tapstate.planner.spec.TransformBody.Nest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What nests call the key of the tables they read: it identifies the rows of a table that has no primary key. */
final class NestKeys {
    private final Map<String, Reference> aliases = new HashMap<>();
    private final Map<Reference, List<Located<String>>> keys;

    private NestKeys(WiredStep step, Map<Reference, List<Located<String>>> keys) {
        this.keys = keys;
        for (WiredInput input : step.inputs()) {
            input.alias()
                    .ifPresent(
                            alias -> input.reference().ifPresent(reference -> aliases.put(alias.value(), reference)));
        }
    }

    /** The first key that a nest names, by reference to the table. */
    static Map<Reference, List<Located<String>>> of(WiredPipeline pipeline) {
        Map<Reference, List<Located<String>>> keys = new HashMap<>();
        for (WiredStep step : pipeline.steps()) {
            if (step.body().orElse(null) instanceof Nest nest) {
                NestKeys read = new NestKeys(step, keys);
                read.put(nest.root().from(), nest.root().key());
                read.embeds(nest.root().embeds());
            }
        }
        return keys;
    }

    private void embeds(List<EmbedSpec> embeds) {
        for (EmbedSpec embed : embeds) {
            put(embed.from(), embed.key());
            embeds(embed.embeds());
        }
    }

    private void put(Located<String> alias, List<Located<String>> key) {
        Reference reference = aliases.get(alias.value());
        if (reference != null && !key.isEmpty()) {
            keys.putIfAbsent(reference, key);
        }
    }
}
