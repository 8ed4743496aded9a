package io.tapstate.planner.dsl;

import io.tapstate.planner.dsl.Reading.FieldsValue;
import io.tapstate.planner.dsl.YamlNode.YamlMapping;
import io.tapstate.planner.grammar.Grammar;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.ResourceSpec;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Text to specs: YAML, then the grammar, then binding. Never throws for what a file holds: every fault is in the result.
 */
public final class ResourceParser {
    /** Whether the folder a file lies in is judged. */
    public enum Layout {
        /** A workspace: a file lies in the folder of its kind. */
        BY_KIND,
        /** Files that were named one by one may lie anywhere. */
        ANY
    }

    private final TapFile file;
    private final Layout layout;
    private final Faults faults = new Faults();
    private final ScalarReader scalars;

    private ResourceParser(TapFile file, Optional<UnaryOperator<String>> variables, Layout layout) {
        this.file = file;
        this.layout = layout;
        this.scalars = new ScalarReader(variables, faults);
    }

    /**
     * @param variables value of a {@code ${NAME}}, null when unset; absent to read offline, where references stay as
     *     written and are judged no further. Inside a source's {@code config} they always stay
     */
    public static ParsedResource parse(TapFile file, Optional<UnaryOperator<String>> variables, Layout layout) {
        return new ResourceParser(file, variables, layout).parse();
    }

    private ParsedResource parse() {
        Optional<YamlMapping> root = new YamlReader(file, faults).read();
        if (root.isEmpty()) {
            return parsed(Optional.empty(), Optional.empty(), Optional.empty());
        }
        FieldsValue fields = (FieldsValue) ShapeReader.read("", root.get(), Grammar.document(), scalars, faults);
        Optional<Located<String>> kind =
                fields.text("kind").filter(written -> Grammar.kinds().contains(written.value()));
        kind.ifPresent(this::folder);
        Optional<ResourceSpec> resource = kind.flatMap(written -> bound(written.value(), fields));
        return parsed(kind.map(Located::value), fields.text("id"), resource);
    }

    private void folder(Located<String> kind) {
        if (layout == Layout.BY_KIND && !kind.value().equals(file.folder())) {
            faults.add(kind.span(), DslError.KIND_DIR_MISMATCH, "kind", kind.value(), "dir", file.folder());
        }
    }

    private Optional<ResourceSpec> bound(String kind, FieldsValue fields) {
        return switch (kind) {
            case "source" -> SourceBinder.source(fields).map(ResourceSpec.class::cast);
            case "pipeline" ->
                new PipelineBinder(scalars, faults).pipeline(fields).map(ResourceSpec.class::cast);
            case "transform" -> TransformBinder.transform(fields).map(ResourceSpec.class::cast);
            case "view" ->
                new OutputBinder(scalars, faults).viewResource(fields).map(ResourceSpec.class::cast);
            case "serve" ->
                new OutputBinder(scalars, faults).serveResource(fields).map(ResourceSpec.class::cast);
            default -> throw new IllegalStateException("the grammar has a kind that is not bound: " + kind);
        };
    }

    private ParsedResource parsed(
            Optional<String> kind, Optional<Located<String>> id, Optional<ResourceSpec> resource) {
        return new ParsedResource(file, kind, id, resource, faults.sorted());
    }
}
