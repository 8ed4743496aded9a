package io.tapstate.planner.dsl;

import io.tapstate.connectors.diagnostics.SourceSpan;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes the {@link SourceSpan}s of one file, with the line that is shown under a fault. */
final class Excerpts {
    private static final int LONGEST = 400;

    // Settings whose text may be a secret that the author wrote down: shown as stars, so that the caret stays right.
    private static final Pattern SECRET = Pattern.compile(
            "(?i)((?:password|passwd|secret|token|uri|url|credentials?)[\"']?\\s*:\\s*)(\"[^\"]*\"?|'[^']*'?|[^,}\\s$][^,}\\s]*)");

    private final TapFile file;
    private final List<String> lines;
    private final String[] shown;

    Excerpts(TapFile file) {
        this.file = file;
        this.lines = file.text().lines().toList();
        this.shown = new String[lines.size()];
    }

    /** The file as a whole. */
    SourceSpan file() {
        return new SourceSpan(file.path(), 0, 0, "", "");
    }

    /** A place by 1-based line and column. */
    SourceSpan at(int line, int column, String path) {
        return new SourceSpan(file.path(), line, column, path, line <= lines.size() ? shown(line - 1) : "");
    }

    /** A place by its index in code points from the beginning of the file. */
    SourceSpan atIndex(int index) {
        String text = file.text();
        int codePoints = text.codePointCount(0, text.length());
        String before = text.substring(0, text.offsetByCodePoints(0, Math.max(0, Math.min(index, codePoints))));
        int lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
        int line = (int) before.substring(0, lineStart).lines().count() + 1;
        return at(line, before.codePointCount(lineStart, before.length()) + 1, "");
    }

    private String shown(int index) {
        if (shown[index] == null) {
            shown[index] = shown(lines.get(index));
        }
        return shown[index];
    }

    private static String shown(String line) {
        String cut = line.length() <= LONGEST ? line : line.substring(0, LONGEST);
        Matcher matcher = SECRET.matcher(cut);
        return matcher.replaceAll(secret -> {
            String value = secret.group(2);
            boolean reference = value.startsWith("${") || value.startsWith("\"${") || value.startsWith("'${");
            return Matcher.quoteReplacement(secret.group(1) + (reference ? value : "*".repeat(value.length())));
        });
    }
}
