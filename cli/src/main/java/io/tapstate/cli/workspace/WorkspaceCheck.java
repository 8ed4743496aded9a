package io.tapstate.cli.workspace;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.Severity;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.TapPlanner;
import io.tapstate.planner.Workspace;
import io.tapstate.planner.WorkspaceError;
import io.tapstate.planner.WorkspaceReader;
import io.tapstate.planner.dsl.TapFile;
import java.util.ArrayList;
import java.util.List;

/** Judges files by their text alone and tells everything that was found, warnings included. */
public final class WorkspaceCheck {
    private WorkspaceCheck() {}

    /**
     * @param resources how many files were judged
     * @param diagnostics those of unreadable files first, then by file, line and column
     */
    public record Judgement(int resources, List<Diagnostic> diagnostics) {
        public Judgement {
            diagnostics = List.copyOf(diagnostics);
        }

        public boolean valid() {
            return diagnostics.stream().noneMatch(found -> found.severity() == Severity.ERROR);
        }
    }

    /**
     * Judges all of them together.
     *
     * @throws TapException {@code workspace.not-found} or {@code workspace.empty}: there is nothing to judge
     */
    public static Judgement of(WorkspaceFiles files) {
        WorkspaceReader.Scan scan = files.scan();
        if (scan.files().isEmpty() && scan.faults().isEmpty()) {
            throw TapException.of(WorkspaceError.EMPTY, "dir", files.path());
        }
        List<Diagnostic> found = new ArrayList<>(scan.faults());
        found.addAll(of(scan.files(), files.explicit()));
        return new Judgement(scan.files().size() + scan.faults().size(), found);
    }

    /**
     * Judges files together, as one workspace.
     *
     * @param anyFolder they may lie in folders that are not named after kinds
     */
    public static List<Diagnostic> of(List<TapFile> files, boolean anyFolder) {
        try {
            return TapPlanner.validate(new Workspace(files, !anyFolder));
        } catch (TapException refusal) {
            return refusal.diagnostics();
        }
    }
}
