package io.tapstate.planner.resolve;

import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.dsl.ParsedResource;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.PipelineSpec;
import io.tapstate.planner.spec.PipelineSpec.ServeSpec;
import io.tapstate.planner.spec.PipelineSpec.ViewSpec;
import io.tapstate.planner.spec.ResourceSpec;
import io.tapstate.planner.spec.ServeBody;
import io.tapstate.planner.spec.ServeResourceSpec;
import io.tapstate.planner.spec.SourceSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The resources of a workspace by id. All kinds share one namespace; of two with one id the first is kept. */
public final class WorkspaceIndex {
    /** Id of the source that the language reserves for the store of the views. */
    public static final String VIEW_STORE = "views";

    private final List<ParsedResource> files;
    private final Map<String, ParsedResource> byId = new HashMap<>();

    public WorkspaceIndex(List<ParsedResource> files) {
        this.files = List.copyOf(files);
        files.forEach(file -> file.id().ifPresent(id -> byId.putIfAbsent(id.value(), file)));
    }

    public List<ParsedResource> files() {
        return files;
    }

    /** The readable resource of that id and type. */
    public <T extends ResourceSpec> Optional<T> resource(String id, Class<T> type) {
        return Optional.ofNullable(byId.get(id)).flatMap(file -> file.resource(type));
    }

    public Optional<SourceSpec> source(String id) {
        return resource(id, SourceSpec.class);
    }

    /** Whether a resource of that kind has the id, or an unreadable file looks as if it were that resource. */
    public boolean knows(String id, String kind) {
        ParsedResource file = byId.get(id);
        return file != null ? file.kind().orElse(kind).equals(kind) : looksLike(id);
    }

    private boolean looksLike(String id) {
        return files.stream()
                .filter(file -> file.id().isEmpty())
                .map(file -> "/" + file.file().path())
                .anyMatch(path -> path.endsWith("/" + id + ".tap.yml"));
    }

    /** The ids of one kind, sorted. */
    public List<String> ids(String kind) {
        return files.stream()
                .filter(file -> file.kind().filter(kind::equals).isPresent())
                .flatMap(file -> file.id().stream())
                .map(Located::value)
                .sorted()
                .distinct()
                .toList();
    }

    /** The pipeline of that id; empty when it is unreadable, or recorded as missing or of another kind. */
    public Optional<PipelineSpec> pipeline(String id, Faults faults) {
        ParsedResource file = byId.get(id);
        if (file == null && looksLike(id)) {
            return Optional.empty();
        }
        if (file == null) {
            faults.add(
                    null,
                    ResolveError.PIPELINE_NOT_FOUND,
                    "pipeline",
                    id,
                    "suggestion",
                    NearestName.suggestion(id, ids("pipeline")));
            return Optional.empty();
        }
        String kind = file.kind().orElse("pipeline");
        if (!kind.equals("pipeline")) {
            faults.add(file.id().orElseThrow().span(), ResolveError.NOT_A_PIPELINE, "id", id, "kind", kind);
        }
        return resource(id, PipelineSpec.class);
    }

    /** Records every id that two files claim, at the later one. */
    public void duplicates(Faults faults) {
        Map<String, String> owners = new HashMap<>();
        for (ParsedResource file : files) {
            file.id().ifPresent(id -> {
                String owner = owners.putIfAbsent(id.value(), file.file().path());
                if (owner != null) {
                    String other = "`" + owner + "`";
                    faults.add(id.span(), DslError.DUPLICATE_ID, "id", id.value(), "other", other);
                }
            });
        }
    }

    /**
     * The files one pipeline stands on: its own, those of its sources, definitions and targets, and those that cannot be
     * told apart from them because they show no id.
     */
    public List<ParsedResource> filesOf(String pipeline) {
        Set<String> ids = new HashSet<>(Set.of(pipeline, VIEW_STORE));
        resource(pipeline, PipelineSpec.class).ifPresent(spec -> {
            spec.sources().forEach(source -> ids.add(source.value()));
            spec.steps().forEach(step -> step.use().ifPresent(used -> ids.add(used.value())));
            spec.view().flatMap(ViewSpec::use).ifPresent(used -> ids.add(used.value()));
            spec.serve().flatMap(ServeSpec::use).ifPresent(used -> ids.add(used.value()));
            spec.serve().ifPresent(serve -> targets(serve).forEach(target -> ids.add(target.value())));
        });
        return files.stream()
                .filter(file -> file.id().map(id -> ids.contains(id.value())).orElse(true))
                .toList();
    }

    private List<Located<String>> targets(ServeSpec serve) {
        Optional<ServeBody> body = serve.use().isEmpty()
                ? serve.body()
                : resource(serve.use().get().value(), ServeResourceSpec.class).map(ServeResourceSpec::body);
        List<Located<String>> targets = new ArrayList<>();
        body.ifPresent(written -> {
            written.syncs().forEach(sync -> targets.add(sync.source()));
            written.pushes().forEach(push -> targets.add(push.source()));
        });
        return targets;
    }
}
