package io.tapstate.planner.check;

import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.resolve.WiredPipeline;
import io.tapstate.planner.resolve.WiredPipeline.WiredStep;
import io.tapstate.planner.spec.TransformBody.Nest;

/** Says that the memory of a nest is not sized by its file. */
final class NestMemoryCheck implements WiringCheck {
    @Override
    public void check(WiredPipeline pipeline, Faults faults) {
        for (WiredStep step : pipeline.steps()) {
            if (step.body().orElse(null) instanceof Nest nest) {
                nest.entriesInMemory()
                        .ifPresent(entries -> faults.add(
                                entries.span(), CheckError.NEST_MEMORY_IS_SHARED, "step", step.id()));
            }
        }
    }
}
