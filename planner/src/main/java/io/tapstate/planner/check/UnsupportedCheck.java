package io.tapstate.planner.check;

import io.tapstate.connectors.catalog.ConnectorCatalog;
import io.tapstate.connectors.catalog.OptionSpec;
import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.plan.PlanError;
import io.tapstate.planner.resolve.WiredPipeline;
import io.tapstate.planner.resolve.WiredPipeline.WiredServe;
import io.tapstate.planner.resolve.WiredPipeline.WiredView;
import io.tapstate.planner.spec.ServeBody;
import io.tapstate.planner.spec.SourceSpec;

/**
 * What the language has and no plan step can say yet: refused when a plan is made, because nothing is read and ignored. It
 * is no fault of a file by itself.
 */
public final class UnsupportedCheck {
    private final Faults faults;

    private UnsupportedCheck(Faults faults) {
        this.faults = faults;
    }

    public static void check(WiredPipeline pipeline, Faults faults) {
        UnsupportedCheck check = new UnsupportedCheck(faults);
        pipeline.sources().values().forEach(check::source);
        pipeline.view().ifPresent(check::view);
        pipeline.serve().flatMap(WiredServe::body).ifPresent(check::serve);
    }

    private void source(SourceSpec source) {
        ConnectorCatalog.find(source.connector().value()).ifPresent(known -> {
            for (OptionSpec option : known.notActedOn(ConfigCheck.texts(source))) {
                notYet(ConfigCheck.spanOf(source, option), "this value of the setting `" + option.name() + "`");
            }
        });
    }

    private void view(WiredView view) {
        view.body().ifPresent(body -> {
            body.hot().ifPresent(hot -> notYet(hot.span(), "`storage.hot`"));
            body.cold().ifPresent(cold -> notYet(cold.span(), "`storage.cold`"));
        });
    }

    private void serve(ServeBody body) {
        body.queries().forEach(query -> notYet(query.span(), "`serve.query`"));
        body.pushes().forEach(push -> notYet(push.span(), "`serve.push`"));
    }

    private void notYet(SourceSpan span, String feature) {
        faults.add(span, PlanError.NOT_SUPPORTED_YET, "feature", feature);
    }
}
