package io.tapstate.planner.resolve;

import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.PipelineSpec;
import io.tapstate.planner.spec.PipelineSpec.StepSpec;
import io.tapstate.planner.spec.ServeBody;
import java.util.HashMap;
import java.util.Map;

/**
 * Ids within a pipeline: steps, view, serve, syncs and pushes have one namespace, and a step is called neither as a
 * source nor as a listed table, which a reference could mean as well.
 */
final class InnerIds {
    private final Map<String, String> taken = new HashMap<>();
    private final Faults faults;

    private InnerIds(Faults faults) {
        this.faults = faults;
    }

    static void check(WiredPipeline wired, Faults faults) {
        PipelineSpec pipeline = wired.spec();
        InnerIds ids = new InnerIds(faults);
        ids.reserve(wired);
        for (StepSpec step : pipeline.steps()) {
            ids.take(step.id(), "another transform");
        }
        // Only steps are told apart from tables; a view may be called as a table is.
        ids.taken.clear();
        pipeline.steps().forEach(step -> ids.taken.put(step.id().value(), "a transform of the pipeline"));
        pipeline.view().ifPresent(view -> ids.take(view.id(), "the view"));
        pipeline.serve().ifPresent(serve -> ids.take(serve.id(), "the serve block"));
        wired.serve().flatMap(WiredPipeline.WiredServe::body).ifPresent(ids::takeAll);
    }

    private void reserve(WiredPipeline wired) {
        wired.sources()
                .values()
                .forEach(source -> ReferenceReader.listed(source)
                        .forEach(table -> taken.put(
                                table, "a table of the source `" + source.id().value() + "`")));
        wired.sources().keySet().forEach(id -> taken.put(id, "a source of the pipeline"));
    }

    private void takeAll(ServeBody body) {
        body.syncs().forEach(sync -> take(sync.id(), "another part of the pipeline"));
        body.pushes().forEach(push -> take(push.id(), "another part of the pipeline"));
    }

    private void take(Located<String> id, String as) {
        String other = taken.putIfAbsent(id.value(), as);
        if (other != null && !id.value().contains("${")) {
            faults.add(id.span(), DslError.DUPLICATE_ID, "id", id.value(), "other", other);
        }
    }
}
