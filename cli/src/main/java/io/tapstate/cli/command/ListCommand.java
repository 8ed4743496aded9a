package io.tapstate.cli.command;

import io.tapstate.cli.error.CliError;
import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.render.TextTable;
import io.tapstate.cli.workspace.ListedResource;
import io.tapstate.cli.workspace.ResourceKind;
import io.tapstate.cli.workspace.ResourceSummary;
import io.tapstate.cli.workspace.WorkspaceFiles;
import io.tapstate.cli.workspace.WorkspaceListing;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.dsl.NearestName;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code ls}: what a workspace holds. */
@Command(
        name = "ls",
        description = "List the resources of a workspace. Files that cannot be read are listed as such.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  tapstate ls",
            "  tapstate ls source -w shop",
            "  tapstate ls -o json",
            "",
            "Exit status: 0, or 2 when there is no such workspace or kind."
        })
public final class ListCommand implements Callable<Integer> {
    private final CliContext context;

    @Parameters(arity = "0..1", paramLabel = "KIND", description = "source, pipeline, transform, view or serve.")
    private String kind;

    @Mixin
    private WorkdirOption workdir;

    @Mixin
    private OutputOption output;

    public ListCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        ResourceKind wanted = kind == null ? null : kind(kind);
        Path workspace = workdir.workspace(context);
        List<ListedResource> resources = WorkspaceListing.of(WorkspaceFiles.workspace(workspace)).resources().stream()
                .filter(resource -> wanted == null || resource.is(wanted))
                .toList();
        output.print(context.terminal(), () -> table(workspace, resources), () -> answer(workspace, resources));
        if (output.isText() && resources.isEmpty()) {
            context.terminal()
                    .err()
                    .println(
                            "no " + (wanted == null ? "resources" : wanted.text() + " resources") + " in " + workspace);
        }
        return ExitCode.DONE;
    }

    static ResourceKind kind(String text) {
        return ResourceKind.of(text)
                .orElseThrow(() -> TapException.of(
                        CliError.UNKNOWN_KIND,
                        "kind",
                        text,
                        "suggestion",
                        NearestName.suggestion(text, ResourceKind.spellings())));
    }

    private String table(Path workspace, List<ListedResource> resources) {
        if (resources.isEmpty()) {
            return "";
        }
        TextTable table = new TextTable("KIND", "ID", "ABOUT", "FILE");
        resources.forEach(resource ->
                table.row(resource.kind(), resource.id(), about(resource), relative(workspace, resource.path())));
        return table.render(context.terminal().style());
    }

    private static String about(ListedResource resource) {
        if (!resource.readable()) {
            return "unreadable: " + resource.faults().get(0).message();
        }
        StringBuilder about = new StringBuilder();
        ResourceSummary.of(resource).forEach((name, value) -> {
            String shown = value instanceof List<?> list
                    ? name.replace('_', ' ') + " "
                            + String.join(
                                    ", ", list.stream().map(String::valueOf).toList())
                    : List.of("connector", "mode", "type").contains(name) ? value.toString() : name + " " + value;
            if (!name.equals("collection") && !name.startsWith("settings.")) {
                about.append(about.isEmpty() ? "" : "; ").append(shown);
            }
        });
        if (resource.misplaced()) {
            about.append(about.isEmpty() ? "" : "; ")
                    .append("misplaced: a ")
                    .append(resource.declared().orElseThrow());
        }
        return about.toString();
    }

    private static String relative(Path workspace, String path) {
        Path file = Path.of(path);
        return file.startsWith(workspace) ? workspace.relativize(file).toString() : path;
    }

    private static Map<String, Object> answer(Path workspace, List<ListedResource> resources) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("workspace", workspace.toString());
        answer.put("resources", resources.stream().map(ListCommand::answer).toList());
        return answer;
    }

    private static Map<String, Object> answer(ListedResource resource) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("kind", resource.kind());
        answer.put("id", resource.id());
        answer.put("path", resource.path());
        answer.putAll(ResourceSummary.of(resource));
        if (!resource.readable()) {
            answer.put("readable", false);
            answer.put("reason", resource.faults().get(0).message());
        }
        if (resource.misplaced()) {
            answer.put("misplaced", true);
            answer.put("declaredKind", resource.declared().orElseThrow());
        }
        return answer;
    }
}
