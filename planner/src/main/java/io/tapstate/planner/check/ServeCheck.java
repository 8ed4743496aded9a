package io.tapstate.planner.check;

import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.resolve.WiredPipeline;
import io.tapstate.planner.resolve.WiredPipeline.WiredServe;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.ServeBody;
import java.util.List;

/** A query names a sync of its serve block; no mapped table name is blank. */
final class ServeCheck implements WiringCheck {
    @Override
    public void check(WiredPipeline pipeline, Faults faults) {
        pipeline.serve().flatMap(WiredServe::body).ifPresent(body -> {
            check(body, faults);
            boolean viewed =
                    pipeline.spec().view().isPresent() || pipeline.spec().viewUnread();
            if (!viewed && body.syncs().isEmpty() && !faults.under(body.span(), "sync")) {
                writesNothing(pipeline, body, faults);
            }
        });
    }

    private static void writesNothing(WiredPipeline pipeline, ServeBody body, Faults faults) {
        faults.add(
                body.span(),
                DslError.COMPOSITION,
                "detail",
                "`serve` of the pipeline `" + pipeline.spec().id().value()
                        + "` has no `sync`, so the pipeline would write nothing",
                "remedy",
                "add `sync: [{source: ID}]`, or a `view`");
    }

    static void check(ServeBody body, Faults faults) {
        List<String> syncs =
                body.syncs().stream().map(sync -> sync.id().value()).toList();
        body.queries()
                .forEach(query -> query.backend()
                        .filter(backend -> !syncs.contains(backend.value())
                                && !backend.value().contains("${"))
                        .ifPresent(backend -> missing(backend, syncs, faults)));
    }

    private static void missing(Located<String> backend, List<String> syncs, Faults faults) {
        faults.add(
                backend.span(),
                DslError.MISSING_REFERENCE,
                "ref",
                backend.value(),
                "what",
                "sync of this serve block",
                "suggestion",
                NearestName.suggestion(backend.value(), syncs));
    }
}
