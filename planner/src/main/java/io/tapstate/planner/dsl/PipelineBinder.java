package io.tapstate.planner.dsl;

import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.planner.dsl.Reading.EntriesValue;
import io.tapstate.planner.dsl.Reading.FieldsValue;
import io.tapstate.planner.dsl.Reading.TextValue;
import io.tapstate.planner.plan.ReadMode;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.PipelineSpec;
import io.tapstate.planner.spec.PipelineSpec.FromSpec;
import io.tapstate.planner.spec.PipelineSpec.ServeSpec;
import io.tapstate.planner.spec.PipelineSpec.SettingsSpec;
import io.tapstate.planner.spec.PipelineSpec.StepSpec;
import io.tapstate.planner.spec.PipelineSpec.ViewSpec;
import io.tapstate.planner.spec.TransformBody;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Binds a {@code kind: pipeline}, and judges how its parts hang together as far as its own text shows. */
final class PipelineBinder {
    private final OutputBinder outputs;
    private final Faults faults;

    PipelineBinder(ScalarReader scalars, Faults faults) {
        this.outputs = new OutputBinder(scalars, faults);
        this.faults = faults;
    }

    Optional<PipelineSpec> pipeline(FieldsValue fields) {
        List<Reading> written = fields.items("transforms");
        List<StepSpec> steps = new ArrayList<>();
        for (int i = 0; i < written.size(); i++) {
            step(written.get(i), i).ifPresent(steps::add);
        }
        boolean withoutSteps = written.isEmpty() && fields.sound("transforms");
        Optional<ViewSpec> view = fields.value("view").flatMap(block -> outputs.view(block, withoutSteps));
        Optional<ServeSpec> serve =
                fields.value("serve").flatMap(block -> outputs.serve(block, withoutSteps && !fields.has("view")));
        if (!fields.has("view") && !fields.has("serve")) {
            composition(
                    fields.span(),
                    "the pipeline has neither `view` nor `serve`, so it would write nothing",
                    "add `view: {id: NAME, from: STEP, primary_key: COLUMN}`, or `serve:` with targets");
        }
        boolean stepsUnread = steps.size() < written.size() || !fields.sound("transforms");
        return fields.text("id")
                .map(id -> new PipelineSpec(
                        id,
                        sources(fields),
                        steps,
                        stepsUnread,
                        view,
                        view.isEmpty() && fields.has("view"),
                        serve,
                        serve.isEmpty() && fields.has("serve"),
                        fields.section("settings").map(PipelineBinder::settings).orElse(SettingsSpec.EMPTY),
                        fields.span()));
    }

    private static List<Located<String>> sources(FieldsValue fields) {
        Map<String, Located<String>> once = new LinkedHashMap<>();
        fields.texts("source")
                .map(Located::value)
                .orElse(List.of())
                .forEach(source -> once.putIfAbsent(source.value(), source));
        return List.copyOf(once.values());
    }

    private Optional<StepSpec> step(Reading reading, int index) {
        if (reading instanceof TextValue text) {
            if (index == 0) {
                firstWithoutFrom(text.span());
            }
            Located<String> use = new Located<>(text.value(), text.span());
            return Optional.of(new StepSpec(
                    use, false, Optional.of(use), Optional.empty(), Optional.empty(), Map.of(), text.span()));
        }
        if (!(reading instanceof FieldsValue fields) || fields.type().isUndecided()) {
            return Optional.empty();
        }
        Optional<Located<String>> use = fields.text("use");
        Optional<TransformBody> body = TransformBinder.body(fields);
        Optional<FromSpec> from = from(fields);
        boolean aliased = body.isPresent() && body.get().takesAliases();
        if (index == 0 && !fields.has("from") && !aliased && !isAliased(fields)) {
            firstWithoutFrom(fields.span());
        }
        boolean sound = (use.isPresent() || body.isPresent())
                && fields.sound("id")
                && fields.sound("from")
                && (from.isPresent() || !aliased);
        return sound ? Optional.of(step(fields, index, use, body, from)) : Optional.empty();
    }

    private static StepSpec step(
            FieldsValue fields,
            int index,
            Optional<Located<String>> use,
            Optional<TransformBody> body,
            Optional<FromSpec> from) {
        Optional<Located<String>> written = fields.text("id");
        Located<String> id = written.or(() -> use)
                .orElseGet(() -> new Located<>(body.orElseThrow().type() + "_" + (index + 1), fields.span()));
        return new StepSpec(id, written.isPresent(), use, body, from, fields.free("options"), fields.span());
    }

    private static boolean isAliased(FieldsValue fields) {
        return fields.type()
                .field("from")
                .filter(from -> from.wiring().isPresent())
                .isPresent();
    }

    private static Optional<FromSpec> from(FieldsValue fields) {
        Optional<EntriesValue> aliases = fields.entries("from");
        if (aliases.isPresent()) {
            Map<Located<String>, Located<String>> references = TransformBinder.texts(aliases.get());
            // Without all of its inputs nothing can be said about a step.
            return references.size() == aliases.get().entries().size()
                    ? Optional.of(
                            new FromSpec(List.of(), references, aliases.get().span()))
                    : Optional.empty();
        }
        return fields.texts("from").map(list -> new FromSpec(list.value(), Map.of(), list.span()));
    }

    private static SettingsSpec settings(FieldsValue fields) {
        Optional<Located<ReadMode>> readMode = fields.text("read_mode")
                .map(text -> new Located<>(ReadMode.valueOf(text.value().toUpperCase(Locale.ROOT)), text.span()));
        return new SettingsSpec(
                fields.text("error_policy"),
                fields.whole("batch_size"),
                fields.whole("parallelism"),
                fields.text("schedule"),
                readMode,
                readMode.isEmpty() && fields.has("read_mode"),
                fields.text("start_from"),
                fields.millis("send_window"));
    }

    private void firstWithoutFrom(SourceSpan span) {
        composition(
                span,
                "the first transform has no `from`, so it would read nothing",
                "add `from: SOURCE.TABLE`, or another name of what it reads");
    }

    private void composition(SourceSpan span, String detail, String remedy) {
        faults.add(span, DslError.COMPOSITION, "detail", detail, "remedy", remedy);
    }
}
