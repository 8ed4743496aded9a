package io.tapstate.planner.resolve;

import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.PipelineSpec.ServeSpec;
import io.tapstate.planner.spec.PipelineSpec.StepSpec;
import io.tapstate.planner.spec.PipelineSpec.ViewSpec;
import io.tapstate.planner.spec.ResourceSpec;
import io.tapstate.planner.spec.ServeBody;
import io.tapstate.planner.spec.ServeResourceSpec;
import io.tapstate.planner.spec.TransformBody;
import io.tapstate.planner.spec.TransformSpec;
import io.tapstate.planner.spec.ViewBody;
import io.tapstate.planner.spec.ViewResourceSpec;
import java.util.Optional;

/** Takes over what {@code use} names; a name nobody has, or that is of another kind, is recorded. */
final class Definitions {
    private final WorkspaceIndex workspace;
    private final Faults faults;

    Definitions(WorkspaceIndex workspace, Faults faults) {
        this.workspace = workspace;
        this.faults = faults;
    }

    Optional<TransformBody> body(StepSpec step) {
        return step.use().isEmpty()
                ? step.body()
                : find(step.use().get(), "transform", TransformSpec.class).map(TransformSpec::body);
    }

    Optional<ViewBody> body(ViewSpec view) {
        return view.use().isEmpty()
                ? view.body()
                : find(view.use().get(), "view", ViewResourceSpec.class).map(ViewResourceSpec::body);
    }

    Optional<ServeBody> body(ServeSpec serve) {
        return serve.use().isEmpty()
                ? serve.body()
                : find(serve.use().get(), "serve", ServeResourceSpec.class).map(ServeResourceSpec::body);
    }

    private <T extends ResourceSpec> Optional<T> find(Located<String> name, String kind, Class<T> type) {
        if (!workspace.knows(name.value(), kind) && !name.value().contains("${")) {
            faults.add(
                    name.span(),
                    DslError.MISSING_REFERENCE,
                    "ref",
                    name.value(),
                    "what",
                    kind,
                    "suggestion",
                    NearestName.suggestion(name.value(), workspace.ids(kind)));
        }
        return workspace.resource(name.value(), type);
    }
}
