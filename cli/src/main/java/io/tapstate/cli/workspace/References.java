package io.tapstate.cli.workspace;

import static io.tapstate.cli.workspace.FieldPaths.field;
import static io.tapstate.cli.workspace.FieldPaths.items;
import static io.tapstate.cli.workspace.FieldPaths.texts;

import java.util.ArrayList;
import java.util.List;

/** Collects which resources a file names, and where. */
final class References {
    private final List<Reference> found = new ArrayList<>();

    private References() {}

    /**
     * One name of another resource.
     *
     * @param path the field that holds it
     */
    record Reference(String id, String path) {}

    /** In the order of the language, each place once. */
    static List<Reference> of(ListedResource resource) {
        References references = new References();
        Object content = resource.content();
        String kind = resource.declared().orElse(resource.kind());
        if (kind.equals(ResourceKind.PIPELINE.text())) {
            references.pipeline(content);
        } else if (kind.equals(ResourceKind.SERVE.text())) {
            references.targets(content, "");
        }
        return List.copyOf(references.found);
    }

    private void pipeline(Object content) {
        texts(field(content, "source")).forEach(id -> add(id, "source"));
        List<?> steps = items(field(content, "transforms"));
        for (int i = 0; i < steps.size(); i++) {
            use(steps.get(i), "transforms[" + i + "]");
        }
        use(field(content, "view"), "view");
        use(field(content, "serve"), "serve");
        targets(field(content, "serve"), "serve.");
    }

    // A bare name stands for a mapping whose `use` it is.
    private void use(Object value, String path) {
        if (value instanceof String id && !id.isEmpty()) {
            add(id, path);
        } else {
            texts(field(value, "use")).forEach(id -> add(id, path + ".use"));
        }
    }

    private void targets(Object serve, String prefix) {
        for (String list : List.of("sync", "push")) {
            List<?> targets = items(field(serve, list));
            for (int i = 0; i < targets.size(); i++) {
                String path = prefix + list + "[" + i + "].source";
                texts(field(targets.get(i), "source")).forEach(id -> add(id, path));
            }
        }
    }

    private void add(String id, String path) {
        found.add(new Reference(id, path));
    }
}
