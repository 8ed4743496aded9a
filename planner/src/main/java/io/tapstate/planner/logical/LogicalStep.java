package io.tapstate.planner.logical;

import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.planner.spec.PipelineSpec.StepSpec;
import io.tapstate.planner.spec.TransformBody;
import java.util.List;
import java.util.Optional;

/**
 * A transform of the pipeline.
 *
 * @param body the spec's own, or that of the definition it uses
 * @param nest present exactly for a nest whose tree could be bound
 * @param flows what comes out, one per origin
 */
public record LogicalStep(
        StepSpec spec, TransformBody body, List<Input> inputs, Optional<LogicalNest> nest, List<Flow> flows)
        implements Stream {
    /** @param alias empty for steps that take a list */
    public record Input(Optional<String> alias, Stream stream, SourceSpan span) {}

    public LogicalStep {
        inputs = List.copyOf(inputs);
        flows = List.copyOf(flows);
    }

    public String id() {
        return spec.id().value();
    }

    @Override
    public String name() {
        return id();
    }
}
