package io.tapstate.planner.check;

import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.resolve.NestFields;
import io.tapstate.planner.resolve.WiredPipeline;
import io.tapstate.planner.spec.TransformBody.Nest;

/** No two embeds of one parent write the same field. */
final class EmbedPathCheck implements WiringCheck {
    @Override
    public void check(WiredPipeline pipeline, Faults faults) {
        pipeline.steps()
                .forEach(step -> step.body()
                        .filter(Nest.class::isInstance)
                        .ifPresent(body -> new NestFields(faults).paths((Nest) body)));
    }
}
