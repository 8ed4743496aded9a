package io.tapstate.cli.workspace;

import io.tapstate.cli.error.CliError;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.WorkspaceReader;
import io.tapstate.planner.dsl.FileOutline;
import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.dsl.TapFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The resources of a workspace and who names whom, however many of the files are broken.
 *
 * @param resources by kind, then id
 */
public record WorkspaceListing(List<ListedResource> resources) {
    private static final Comparator<ListedResource> ORDER = Comparator.comparingInt(WorkspaceListing::rank)
            .thenComparing(ListedResource::kind)
            .thenComparing(ListedResource::id)
            .thenComparing(ListedResource::path);

    public WorkspaceListing {
        resources = resources.stream().sorted(ORDER).toList();
    }

    private static int rank(ListedResource resource) {
        return ResourceKind.of(resource.kind()).map(Enum::ordinal).orElse(Integer.MAX_VALUE);
    }

    /** @throws TapException {@code workspace.not-found} */
    public static WorkspaceListing of(WorkspaceFiles files) {
        WorkspaceReader.Scan scan = files.scan();
        List<ListedResource> resources = new ArrayList<>();
        for (TapFile file : scan.files()) {
            resources.add(ListedResource.of(FileOutline.of(file)));
        }
        // A folder that cannot be listed is no resource.
        scan.faults().stream()
                .filter(fault -> fault.parameters().getOrDefault("path", "").endsWith(".tap.yml"))
                .map(ListedResource::unreadable)
                .forEach(resources::add);
        return new WorkspaceListing(resources);
    }

    /** Every id, sorted, each once. */
    public List<String> ids() {
        return resources.stream().map(ListedResource::id).sorted().distinct().toList();
    }

    /** The resource of that id; of two with one id the first by kind. */
    public Optional<ListedResource> find(String id) {
        return resources.stream().filter(resource -> resource.id().equals(id)).findFirst();
    }

    /** @throws TapException {@code cli.resource-not-found}, with the id that was meant, if one is near */
    public ListedResource require(String id, WorkspaceFiles files) {
        return find(id).orElseThrow(() -> TapException.of(
                CliError.RESOURCE_NOT_FOUND,
                "id",
                id,
                "folder",
                files.path(),
                "suggestion",
                NearestName.suggestion(id, ids())));
    }

    /** What a resource names: id, kind (or {@code missing}), and the fields that name it. */
    public List<Map<String, Object>> references(ListedResource resource) {
        Map<String, List<String>> places = new LinkedHashMap<>();
        References.of(resource)
                .forEach(found -> places.computeIfAbsent(found.id(), id -> new ArrayList<>())
                        .add(found.path()));
        return places.entrySet().stream()
                .map(entry -> neighbour(
                        entry.getKey(),
                        find(entry.getKey()).map(ListedResource::kind).orElse("missing"),
                        entry.getValue()))
                .toList();
    }

    /** Who names a resource: id, kind, and the fields that do. */
    public List<Map<String, Object>> referencedBy(ListedResource resource) {
        List<Map<String, Object>> referrers = new ArrayList<>();
        for (ListedResource other : resources) {
            List<String> places = References.of(other).stream()
                    .filter(found -> found.id().equals(resource.id()))
                    .map(References.Reference::path)
                    .toList();
            if (!places.isEmpty()) {
                referrers.add(neighbour(other.id(), other.kind(), places));
            }
        }
        return referrers;
    }

    private static Map<String, Object> neighbour(String id, String kind, List<String> paths) {
        Map<String, Object> neighbour = new LinkedHashMap<>();
        neighbour.put("id", id);
        neighbour.put("kind", kind);
        neighbour.put("paths", paths);
        return neighbour;
    }
}
