package io.tapstate.planner;

import io.tapstate.planner.dsl.TapFile;
import java.util.Comparator;
import java.util.List;

/**
 * The files of a workspace, read.
 *
 * @param files sorted by path
 * @param foldersAreKinds whether each file must lie in a folder named after its kind: so in a workspace, not where
 *     somebody names a file or folder to look at
 */
public record Workspace(List<TapFile> files, boolean foldersAreKinds) {
    public Workspace {
        files = files.stream().sorted(Comparator.comparing(TapFile::path)).toList();
    }

    /** A whole workspace, whose folders are named after kinds. */
    public Workspace(List<TapFile> files) {
        this(files, true);
    }
}
