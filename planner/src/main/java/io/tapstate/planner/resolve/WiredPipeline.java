package io.tapstate.planner.resolve;

import io.tapstate.planner.plan.ReadMode;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.PipelineSpec;
import io.tapstate.planner.spec.PipelineSpec.StepSpec;
import io.tapstate.planner.spec.ServeBody;
import io.tapstate.planner.spec.SourceSpec;
import io.tapstate.planner.spec.TransformBody;
import io.tapstate.planner.spec.ViewBody;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A pipeline whose names are bound as far as text alone can bind them: definitions are taken over, references point
 * somewhere, steps are in topological order. What could not be bound is left out; the fault is recorded.
 *
 * @param sources by id, in the order of the pipeline
 * @param readModes source id to how it is read
 * @param steps every step that could be read
 */
public record WiredPipeline(
        PipelineSpec spec,
        Map<String, SourceSpec> sources,
        ReadMode readMode,
        Map<String, ReadMode> readModes,
        List<WiredStep> steps,
        Optional<WiredView> view,
        Optional<WiredServe> serve) {
    public WiredPipeline {
        steps = List.copyOf(steps);
    }

    /** @param alias empty for steps that take a list */
    public record WiredInput(Optional<Located<String>> alias, Located<String> written, Optional<Reference> reference) {}

    /** @param body empty when the definition it uses could not be found or read */
    public record WiredStep(StepSpec spec, Optional<TransformBody> body, List<WiredInput> inputs) {
        public WiredStep {
            inputs = List.copyOf(inputs);
        }

        public String id() {
            return spec.id().value();
        }
    }

    /** @param body empty when the definition it uses could not be found or read */
    public record WiredView(PipelineSpec.ViewSpec spec, Optional<ViewBody> body, Optional<WiredInput> from) {}

    /** @param body empty when the definition it uses could not be found or read */
    public record WiredServe(PipelineSpec.ServeSpec spec, Optional<ServeBody> body, Optional<WiredInput> from) {}

    public Optional<WiredStep> step(String id) {
        return steps.stream().filter(step -> step.id().equals(id)).findFirst();
    }
}
