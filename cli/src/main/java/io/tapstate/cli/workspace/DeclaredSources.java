package io.tapstate.cli.workspace;

import io.tapstate.cli.error.CliError;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.Severity;
import io.tapstate.connectors.diagnostics.TapException;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The sources of a workspace, for verbs that ask their databases. A file with faults is no source to ask. */
public final class DeclaredSources {
    private final WorkspaceFiles files;
    private final WorkspaceListing listing;
    private final List<Diagnostic> found;
    private final UnaryOperator<String> variables;

    private DeclaredSources(
            WorkspaceFiles files, WorkspaceListing listing, List<Diagnostic> found, UnaryOperator<String> variables) {
        this.files = files;
        this.listing = listing;
        this.found = found;
        this.variables = variables;
    }

    /**
     * @param variables what references mean; null when unset
     * @throws TapException {@code workspace.not-found} or {@code workspace.empty}
     */
    public static DeclaredSources of(WorkspaceFiles files, UnaryOperator<String> variables) {
        List<Diagnostic> found = WorkspaceCheck.of(files).diagnostics();
        return new DeclaredSources(files, WorkspaceListing.of(files), found, variables);
    }

    /**
     * The ids of the sources that are read, sorted; pure connections are left out.
     *
     * @throws TapException {@code cli.no-sources} when there is none
     */
    public List<String> read() {
        List<String> ids = listing.resources().stream()
                .filter(resource -> resource.is(ResourceKind.SOURCE))
                .filter(resource -> resource.text("mode").isPresent() || !resource.readable())
                .map(ListedResource::id)
                .sorted()
                .distinct()
                .toList();
        if (ids.isEmpty()) {
            throw TapException.of(CliError.NO_SOURCES, "folder", files.path());
        }
        return ids;
    }

    /**
     * @throws TapException {@code cli.resource-not-found}, {@code cli.not-a-source}, or the faults of its file
     */
    public DeclaredSource require(String id) {
        ListedResource resource = listing.require(id, files);
        if (!resource.is(ResourceKind.SOURCE)) {
            throw TapException.of(CliError.NOT_A_SOURCE, "id", id, "kind", resource.kind());
        }
        List<Diagnostic> faults = found.stream()
                .filter(fault -> fault.severity() == Severity.ERROR && concerns(fault, resource))
                .toList();
        if (!faults.isEmpty()) {
            throw new TapException(faults, null);
        }
        return DeclaredSource.of(resource, variables);
    }

    private static boolean concerns(Diagnostic fault, ListedResource resource) {
        return fault.span().map(span -> span.file()).equals(Optional.of(resource.path()))
                || resource.path().equals(fault.parameters().get("path"));
    }
}
