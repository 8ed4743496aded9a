package io.tapstate.cli.workspace;

import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.WorkspaceReader;
import java.nio.file.Path;

/**
 * Which files a verb works on: a workspace, whose folders are named after kinds, or whatever file or folder was named.
 *
 * @param explicit a file or folder was named, so that the folders in it may be called anything
 */
public record WorkspaceFiles(Path path, boolean explicit) {
    public static WorkspaceFiles workspace(Path path) {
        return new WorkspaceFiles(path, false);
    }

    public static WorkspaceFiles named(Path path) {
        return new WorkspaceFiles(path, true);
    }

    /**
     * What is there, the readable and the others.
     *
     * @throws TapException {@code workspace.not-found}
     */
    public WorkspaceReader.Scan scan() {
        return WorkspaceReader.scan(path);
    }
}
