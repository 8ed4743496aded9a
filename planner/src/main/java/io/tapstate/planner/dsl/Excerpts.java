package io.tapstate.planner.dsl;

import io.tapstate.connectors.diagnostics.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes the {@link SourceSpan}s of one file, with the line that is shown under a fault. */
final class Excerpts {
    private static final int LONGEST = 400;
    private static final int STRIDE = 64;

    // Settings whose text may be a secret that the author wrote down: shown as stars, so that the caret stays right.
    private static final Pattern SECRET = Pattern.compile(
            "(?i)((?:password|passwd|secret|token|uri|url|credentials?)[\"']?\\s*:\\s*)(\"[^\"]*\"?|'[^']*'?|[^,}\\s$][^,}\\s]*)");

    private final TapFile file;

    /** Where lines 0, {@value #STRIDE}, ... begin: a file may be millions of empty lines, too many to hold each. */
    private final List<Integer> starts = new ArrayList<>();

    private final Map<Integer, String> shown = new HashMap<>();

    Excerpts(TapFile file) {
        this.file = file;
        int line = 0;
        for (int start = 0; start < file.text().length(); start = next(end(start))) {
            if (line++ % STRIDE == 0) {
                starts.add(start);
            }
        }
    }

    /** The file as a whole. */
    SourceSpan file() {
        return new SourceSpan(file.path(), 0, 0, "", "");
    }

    /** A place by 1-based line and column. */
    SourceSpan at(int line, int column, String path) {
        return new SourceSpan(file.path(), line, column, path, shown.computeIfAbsent(line - 1, this::excerpt));
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

    private String excerpt(int line) {
        if (line / STRIDE >= starts.size()) {
            return "";
        }
        int start = starts.get(line / STRIDE);
        for (int left = line % STRIDE; left > 0; left--) {
            start = next(end(start));
        }
        return start < file.text().length() ? shown(file.text().substring(start, end(start))) : "";
    }

    /** Where the line ends that begins there. */
    private int end(int start) {
        String text = file.text();
        int at = start;
        while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
            at++;
        }
        return at;
    }

    /** Where the line after the one begins that ends there. */
    private int next(int end) {
        String text = file.text();
        boolean two = end + 1 < text.length() && text.charAt(end) == '\r' && text.charAt(end + 1) == '\n';
        return Math.min(text.length(), end + (two ? 2 : 1));
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
