package io.tapstate.cli.command;

import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.render.DiagnosticFields;
import io.tapstate.cli.render.DiagnosticRenderer;
import io.tapstate.cli.render.Quantities;
import io.tapstate.cli.render.Style;
import io.tapstate.cli.workspace.ListedResource;
import io.tapstate.cli.workspace.ResourceSummary;
import io.tapstate.cli.workspace.WorkspaceCheck;
import io.tapstate.cli.workspace.WorkspaceFiles;
import io.tapstate.cli.workspace.WorkspaceListing;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code desc}: one resource, what it names and who names it. */
@Command(
        name = "desc",
        aliases = "describe",
        description = "Describe one resource: what it is, whether it is valid, what it names and who names it.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  tapstate desc orders_db",
            "  tapstate desc order_pipeline -w shop -o yaml",
            "",
            "Exit status: 0, 1 when no resource has that id, 2 when there is no such workspace."
        })
public final class DescribeCommand implements Callable<Integer> {
    private final CliContext context;

    @Parameters(paramLabel = "ID", description = "Id of a resource of any kind.")
    private String id;

    @Mixin
    private WorkdirOption workdir;

    @Mixin
    private OutputOption output;

    public DescribeCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        WorkspaceFiles files = WorkspaceFiles.workspace(workdir.workspace(context));
        WorkspaceListing listing = WorkspaceListing.of(files);
        ListedResource resource = listing.require(id, files);
        List<Diagnostic> found = WorkspaceCheck.of(files).diagnostics().stream()
                .filter(fault -> concerns(fault, resource))
                .toList();
        output.print(context.terminal(), () -> text(listing, resource, found), () -> answer(listing, resource, found));
        if (output.isText()) {
            context.terminal()
                    .err()
                    .print(new DiagnosticRenderer(context.terminal().errorStyle()).render(found));
        }
        return ExitCode.DONE;
    }

    private static boolean concerns(Diagnostic fault, ListedResource resource) {
        return fault.span().map(span -> span.file()).equals(Optional.of(resource.path()))
                || resource.path().equals(fault.parameters().get("path"));
    }

    private static boolean valid(List<Diagnostic> found) {
        return found.stream().noneMatch(fault -> fault.severity() == Severity.ERROR);
    }

    private String text(WorkspaceListing listing, ListedResource resource, List<Diagnostic> found) {
        Style style = context.terminal().style();
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("file", resource.path());
        ResourceSummary.of(resource).forEach((name, value) -> lines.put(name, shown(value)));
        ResourceSummary.config(resource).forEach((name, value) -> lines.put("config." + name, value));
        lines.put(
                "valid",
                valid(found)
                        ? style.green("yes")
                        : style.red("no, " + Quantities.count(found.size(), "fault", "faults")));
        lines.put("names", neighbours(listing.references(resource)));
        lines.put("named by", neighbours(listing.referencedBy(resource)));
        int width = lines.keySet().stream().mapToInt(String::length).max().orElseThrow();
        StringBuilder text = new StringBuilder(style.bold(resource.id()) + "  " + resource.kind() + "\n");
        lines.forEach((name, value) -> text.append("  ")
                .append(name)
                .append(" ".repeat(width - name.length() + 2))
                .append(value)
                .append('\n'));
        return text.toString();
    }

    private static String shown(Object value) {
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).collect(Collectors.joining(", "))
                : value.toString();
    }

    private static String neighbours(List<Map<String, Object>> neighbours) {
        return neighbours.isEmpty()
                ? "-"
                : neighbours.stream()
                        .map(neighbour -> neighbour.get("id") + " (" + neighbour.get("kind") + ")")
                        .collect(Collectors.joining(", "));
    }

    private static Map<String, Object> answer(
            WorkspaceListing listing, ListedResource resource, List<Diagnostic> found) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("id", resource.id());
        answer.put("kind", resource.kind());
        answer.put("path", resource.path());
        Map<String, Object> summary = new LinkedHashMap<>(ResourceSummary.of(resource));
        Map<String, String> config = ResourceSummary.config(resource);
        if (!config.isEmpty()) {
            summary.put("config", config);
        }
        answer.put("summary", summary);
        Map<String, Object> validation = new LinkedHashMap<>();
        validation.put("status", valid(found) ? "valid" : "invalid");
        validation.put("diagnostics", DiagnosticFields.of(found));
        answer.put("validation", validation);
        answer.put("references", listing.references(resource));
        answer.put("referencedBy", listing.referencedBy(resource));
        return answer;
    }
}
