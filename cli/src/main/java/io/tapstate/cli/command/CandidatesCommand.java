package io.tapstate.cli.command;

import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.explain.CodePage;
import io.tapstate.cli.workspace.ListedResource;
import io.tapstate.cli.workspace.ResourceKind;
import io.tapstate.cli.workspace.ResourceSummary;
import io.tapstate.cli.workspace.WorkspaceFiles;
import io.tapstate.cli.workspace.WorkspaceListing;
import io.tapstate.connectors.catalog.ConnectorCatalog;
import io.tapstate.connectors.catalog.ConnectorDescriptor;
import io.tapstate.connectors.diagnostics.TapException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code __complete}: the words that scripts of shells ask for, one a line. Says nothing when there are none. */
@Command(name = CandidatesCommand.NAME, hidden = true, description = "Print words for the completion of a shell.")
public final class CandidatesCommand implements Callable<Integer> {
    static final String NAME = "__complete";

    private final CliContext context;

    @Parameters(paramLabel = "WHAT", description = "resource, source, pipeline, view, connector or topic.")
    private String what;

    @Mixin
    private WorkdirOption workdir;

    public CandidatesCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        words().forEach(context.terminal().out()::println);
        return ExitCode.DONE;
    }

    private List<String> words() {
        return switch (what) {
            case "connector" ->
                ConnectorCatalog.all().stream().map(ConnectorDescriptor::id).toList();
            case "topic" -> ExplainCommand.topics(CodePage.read());
            case "view" ->
                resources()
                        .flatMap(resource ->
                                Stream.ofNullable(ResourceSummary.of(resource).get("collection")))
                        .map(collection -> "views." + collection)
                        .distinct()
                        .toList();
            default ->
                resources()
                        .filter(resource ->
                                ResourceKind.of(what).map(resource::is).orElse(true))
                        .map(ListedResource::id)
                        .distinct()
                        .toList();
        };
    }

    private Stream<ListedResource> resources() {
        try {
            return WorkspaceListing.of(WorkspaceFiles.workspace(workdir.workspace(context))).resources().stream();
        } catch (TapException nothing) {
            return Stream.empty();
        }
    }
}
