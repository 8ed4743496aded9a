package io.tapstate.planner.check;

import io.tapstate.connectors.catalog.ConnectorCatalog;
import io.tapstate.connectors.catalog.ConnectorDescriptor;
import io.tapstate.connectors.catalog.OptionSpec;
import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.planner.plan.PlanError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.resolve.WiredPipeline;
import io.tapstate.planner.resolve.WiredPipeline.WiredServe;
import io.tapstate.planner.resolve.WiredPipeline.WiredStep;
import io.tapstate.planner.resolve.WiredPipeline.WiredView;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.ServeBody;
import io.tapstate.planner.spec.ServeBody.SyncSpec;
import io.tapstate.planner.spec.SourceSpec;
import io.tapstate.planner.spec.SourceSpec.SrsSpec;
import io.tapstate.planner.spec.SourceSpec.TableSpec;
import io.tapstate.planner.spec.YamlValue;
import java.util.Map;
import java.util.Optional;

/**
 * What the language has and no plan can say yet: refused when a plan is made, because nothing is read and ignored. It is
 * no fault of a file by itself.
 */
public final class UnsupportedCheck {
    private static final String AUTO_CREATE_TABLE = "auto_create_table";

    private final Faults faults;

    private UnsupportedCheck(Faults faults) {
        this.faults = faults;
    }

    public static void check(WiredPipeline pipeline, Faults faults) {
        UnsupportedCheck check = new UnsupportedCheck(faults);
        pipeline.sources().values().forEach(check::source);
        pipeline.steps().forEach(check::step);
        pipeline.view().ifPresent(check::view);
        pipeline.serve().flatMap(WiredServe::body).ifPresent(check::serve);
    }

    private void source(SourceSpec source) {
        Optional<ConnectorDescriptor> connector =
                ConnectorCatalog.find(source.connector().value());
        connector.ifPresent(known -> {
            if (known.isSource() && !known.readable()) {
                notYet(source.connector().span(), "reading from `" + known.id() + "`");
            }
            for (OptionSpec option : known.notActedOn(ConfigCheck.texts(source))) {
                notYet(ConfigCheck.spanOf(source, option), "this value of the setting `" + option.name() + "`");
            }
        });
        options(source.options(), "a source");
        source.srs().ifPresent(this::sharedCapture);
        source.tables()
                .ifPresent(tables -> tables.value().stream()
                        .map(TableSpec::options)
                        .forEach(options -> options(options, "a table")));
    }

    private void sharedCapture(SrsSpec srs) {
        srs.key().ifPresent(key -> notYet(key.span(), "`srs.key`"));
        srs.retention().ifPresent(retention -> notYet(retention.span(), "`srs.retention`"));
        srs.schemaEvolution().ifPresent(evolution -> notYet(evolution.span(), "`srs.schema_evolution`"));
        srs.queryable()
                .filter(Located::value)
                .ifPresent(queryable -> notYet(queryable.span(), "`srs.queryable`"));
    }

    private void step(WiredStep step) {
        options(step.spec().options(), "a transform");
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
        for (SyncSpec sync : body.syncs()) {
            sync.options().keySet().stream()
                    .filter(option -> !option.value().equals(AUTO_CREATE_TABLE))
                    .forEach(option -> notYet(option.span(), "the option `" + option.value() + "` of a sync"));
        }
    }

    private void options(Map<Located<String>, YamlValue> options, String of) {
        options.keySet().forEach(option -> notYet(option.span(), "the option `" + option.value() + "` of " + of));
    }

    private void notYet(SourceSpan span, String feature) {
        faults.add(span, PlanError.NOT_SUPPORTED_YET, "feature", feature);
    }
}
