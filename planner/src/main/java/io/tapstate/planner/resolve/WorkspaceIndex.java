package io.tapstate.planner.resolve;

import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.Located;
import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.dsl.ParsedFile;
import io.tapstate.planner.dsl.PipelineSpec;
import io.tapstate.planner.dsl.SourceSpec;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The resources of a workspace by id. All kinds share one namespace; of two with one id the first is kept. */
public final class WorkspaceIndex {
    private final List<ParsedFile> files;
    private final Map<String, ParsedFile> byId = new HashMap<>();

    public WorkspaceIndex(List<ParsedFile> files) {
        this.files = List.copyOf(files);
        files.forEach(file -> file.id().ifPresent(id -> byId.putIfAbsent(id.value(), file)));
    }

    public List<ParsedFile> files() {
        return files;
    }

    public Optional<SourceSpec> source(String id) {
        return Optional.ofNullable(byId.get(id)).flatMap(ParsedFile::source);
    }

    /** Whether a resource of that kind has the id, or an unreadable file looks as if it were that resource. */
    boolean knows(String id, String kind) {
        ParsedFile file = byId.get(id);
        return file != null ? file.kind().orElse(kind).equals(kind) : looksLike(id);
    }

    private boolean looksLike(String id) {
        return files.stream()
                .filter(file -> file.id().isEmpty())
                .map(file -> "/" + file.file().path())
                .anyMatch(path -> path.endsWith("/" + id + ".tap.yml"));
    }

    /** The ids of one kind, sorted. */
    List<String> ids(String kind) {
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
        ParsedFile file = byId.get(id);
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
        return file.pipeline();
    }

    /** Records every id that two files claim, at the later one. */
    public void duplicates(Faults faults) {
        Map<String, String> owners = new HashMap<>();
        for (ParsedFile file : files) {
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
     * The files one pipeline stands on: its own, its sources', and those that cannot be told apart from them because
     * they show no id.
     */
    public List<ParsedFile> filesOf(String pipeline) {
        Set<String> ids = new HashSet<>(Set.of(pipeline));
        Optional.ofNullable(byId.get(pipeline))
                .flatMap(ParsedFile::pipeline)
                .ifPresent(spec -> spec.sources().forEach(source -> ids.add(source.value())));
        return files.stream()
                .filter(file -> file.id().map(id -> ids.contains(id.value())).orElse(true))
                .toList();
    }
}
