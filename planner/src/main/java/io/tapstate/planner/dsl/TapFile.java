package io.tapstate.planner.dsl;

import java.util.Objects;

/**
 * One {@code .tap.yml}, read.
 *
 * @param path as the user would type it, with {@code /} between folders; diagnostics show it
 * @param text the whole file, references not replaced
 */
public record TapFile(String path, String text) {
    public TapFile {
        Objects.requireNonNull(path);
        Objects.requireNonNull(text);
    }

    /** Name of the folder the file lies in; empty when the path has none. */
    String folder() {
        int end = path.lastIndexOf('/');
        return end < 0 ? "" : path.substring(path.lastIndexOf('/', end - 1) + 1, end);
    }
}
