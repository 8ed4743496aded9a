package io.tapstate.connectors.diagnostics;

import java.util.Objects;

/**
 * Where in a file a fault stands.
 *
 * @param file path as the user would type it
 * @param line 1-based line; 0 when only the file is known
 * @param column 1-based column in code points; 0 when only the file is known
 * @param path dotted field path with {@code [i]} for items, for example {@code transforms[0].root.key}; may be empty
 * @param excerpt the text of that line without its line end; empty when unknown
 */
public record SourceSpan(String file, int line, int column, String path, String excerpt) {
    public SourceSpan {
        Objects.requireNonNull(file);
        Objects.requireNonNull(path);
        Objects.requireNonNull(excerpt);
    }

    // Written out, because what a record makes by itself costs every start that uses it some milliseconds.
    @Override
    public int hashCode() {
        return (file.hashCode() * 31 + line) * 31 + column;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SourceSpan that
                && line == that.line
                && column == that.column
                && file.equals(that.file)
                && path.equals(that.path)
                && excerpt.equals(that.excerpt);
    }
}
