package io.tapstate.planner;

import io.tapstate.planner.dsl.TapFile;
import java.util.Comparator;
import java.util.List;

/**
 * The files of a workspace, read.
 *
 * @param files sorted by path
 */
public record Workspace(List<TapFile> files) {
    public Workspace {
        files = files.stream().sorted(Comparator.comparing(TapFile::path)).toList();
    }
}
