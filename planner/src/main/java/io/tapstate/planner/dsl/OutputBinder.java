package io.tapstate.planner.dsl;

import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.planner.dsl.Reading.FieldsValue;
import io.tapstate.planner.dsl.Reading.TextValue;
import io.tapstate.planner.grammar.TextRole;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.PipelineSpec.ServeSpec;
import io.tapstate.planner.spec.PipelineSpec.ViewSpec;
import io.tapstate.planner.spec.ServeBody;
import io.tapstate.planner.spec.ServeBody.PushSpec;
import io.tapstate.planner.spec.ServeBody.QuerySpec;
import io.tapstate.planner.spec.ServeBody.RenameSpec;
import io.tapstate.planner.spec.ServeBody.SyncSpec;
import io.tapstate.planner.spec.ServeResourceSpec;
import io.tapstate.planner.spec.ViewBody;
import io.tapstate.planner.spec.ViewResourceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Binds where rows go: views and serves, inline, used or as resources. */
final class OutputBinder {
    private final ScalarReader scalars;
    private final Faults faults;

    OutputBinder(ScalarReader scalars, Faults faults) {
        this.scalars = scalars;
        this.faults = faults;
    }

    Optional<ViewResourceSpec> viewResource(FieldsValue fields) {
        ViewBody body = viewBody(fields);
        fields.text("id").filter(id -> body.collection().isEmpty()).ifPresent(this::namesCollection);
        return fields.text("id").map(id -> new ViewResourceSpec(id, body));
    }

    Optional<ServeResourceSpec> serveResource(FieldsValue fields) {
        return fields.text("id").map(id -> new ServeResourceSpec(id, serveBody(fields)));
    }

    /** @param nothingBefore there is nothing that an absent {@code from} could mean */
    Optional<ViewSpec> view(Reading block, boolean nothingBefore) {
        if (block instanceof TextValue text) {
            withoutFrom("view", text.span(), nothingBefore);
            Located<String> use = new Located<>(text.value(), text.span());
            return Optional.of(new ViewSpec(use, Optional.of(use), Optional.empty(), Optional.empty(), text.span()));
        }
        if (!(block instanceof FieldsValue fields)) {
            return Optional.empty();
        }
        withoutFrom("view", fields.span(), nothingBefore && !fields.has("from"));
        Optional<Located<String>> use = fields.text("use");
        Located<String> id = fields.text("id").or(() -> use).orElse(new Located<>("view", fields.span()));
        Optional<ViewBody> body = fields.has("use") ? Optional.empty() : Optional.of(viewBody(fields));
        body.filter(view -> view.collection().isEmpty() && fields.has("id")).ifPresent(view -> namesCollection(id));
        boolean sound = fields.sound("id") && fields.sound("from") && fields.sound("use");
        return sound ? Optional.of(new ViewSpec(id, use, fields.text("from"), body, fields.span())) : Optional.empty();
    }

    Optional<ServeSpec> serve(Reading block, boolean nothingBefore) {
        if (block instanceof TextValue text) {
            withoutFrom("serve", text.span(), nothingBefore);
            Located<String> use = new Located<>(text.value(), text.span());
            return Optional.of(new ServeSpec(use, Optional.of(use), Optional.empty(), Optional.empty(), text.span()));
        }
        if (!(block instanceof FieldsValue fields)) {
            return Optional.empty();
        }
        withoutFrom("serve", fields.span(), nothingBefore && !fields.has("from"));
        Optional<Located<String>> use = fields.text("use");
        Located<String> id = fields.text("id").or(() -> use).orElse(new Located<>("serve", fields.span()));
        Optional<ServeBody> body = fields.has("use") ? Optional.empty() : Optional.of(serveBody(fields));
        boolean sound = fields.sound("id") && fields.sound("from") && fields.sound("use");
        return sound ? Optional.of(new ServeSpec(id, use, fields.text("from"), body, fields.span())) : Optional.empty();
    }

    private static ViewBody viewBody(FieldsValue fields) {
        Optional<FieldsValue> storage = fields.section("storage");
        Optional<FieldsValue> warm = storage.flatMap(tiers -> tiers.section("warm"));
        return new ViewBody(
                fields.texts("primary_key"),
                storage.flatMap(tiers -> tiers.section("hot")).flatMap(hot -> hot.text("ttl")),
                warm.flatMap(tier -> tier.text("collection")),
                warm.flatMap(tier -> tier.texts("indexes")).map(Located::value).orElse(List.of()),
                storage.flatMap(tiers -> tiers.section("cold")).flatMap(cold -> cold.texts("partition_by")),
                fields.span());
    }

    private static ServeBody serveBody(FieldsValue fields) {
        List<SyncSpec> syncs = new ArrayList<>();
        List<QuerySpec> queries = new ArrayList<>();
        List<PushSpec> pushes = new ArrayList<>();
        // An item that could not be read keeps its place in the count, so that the ids of the others stay what they
        // are.
        List<Reading> written = fields.items("sync");
        for (int i = 0; i < written.size(); i++) {
            if (written.get(i) instanceof FieldsValue sync) {
                sync(sync, i + 1).ifPresent(syncs::add);
            }
        }
        for (Reading query : fields.items("query")) {
            if (query instanceof FieldsValue section) {
                section.text("type")
                        .ifPresent(type -> queries.add(new QuerySpec(type, section.text("backend"), section.span())));
            }
        }
        written = fields.items("push");
        for (int i = 0; i < written.size(); i++) {
            if (written.get(i) instanceof FieldsValue push) {
                push(push, i + 1).ifPresent(pushes::add);
            }
        }
        return new ServeBody(syncs, queries, pushes, fields.span());
    }

    private static Optional<SyncSpec> sync(FieldsValue fields, int position) {
        Located<String> id = fields.text("id").orElse(new Located<>("sync_" + position, fields.span()));
        return fields.text("source")
                .filter(source -> fields.sound("id"))
                .map(source -> new SyncSpec(
                        id,
                        source,
                        fields.text("write_mode"),
                        fields.section("rename").map(OutputBinder::rename),
                        fields.text("ddl"),
                        fields.free("options"),
                        fields.span()));
    }

    private static RenameSpec rename(FieldsValue fields) {
        return new RenameSpec(
                fields.entries("map").map(TransformBinder::texts).orElse(Map.of()),
                fields.text("case"),
                fields.text("prefix"),
                fields.text("suffix"),
                fields.span());
    }

    private static Optional<PushSpec> push(FieldsValue fields, int position) {
        Located<String> id = fields.text("id").orElse(new Located<>("push_" + position, fields.span()));
        return fields.text("source")
                .filter(source -> fields.sound("id"))
                .map(source -> new PushSpec(
                        id,
                        source,
                        fields.text("topic"),
                        fields.text("format"),
                        fields.entries("format").map(TransformBinder::rules).orElse(Map.of()),
                        fields.span()));
    }

    private void withoutFrom(String block, SourceSpan span, boolean missing) {
        if (missing) {
            faults.add(
                    span,
                    DslError.COMPOSITION,
                    "detail",
                    "the `" + block + "` has no `from`, and nothing stands before it that it could read",
                    "remedy",
                    "add `from: SOURCE.TABLE`, or another name of what it reads");
        }
    }

    // The collection of a view is named after it.
    private void namesCollection(Located<String> id) {
        if (!TextRole.COLLECTION.allows(id.value()) && !scalars.isOpen(id.value())) {
            faults.add(
                    id.span(),
                    DslError.ILLEGAL_VALUE,
                    "field",
                    "id",
                    "value",
                    id.value(),
                    "expected",
                    TextRole.COLLECTION.one());
        }
    }
}
