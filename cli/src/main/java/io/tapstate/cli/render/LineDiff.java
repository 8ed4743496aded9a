package io.tapstate.cli.render;

import java.util.ArrayList;
import java.util.List;

/** What changes between two texts, line by line, with a line or two around it. */
public final class LineDiff {
    private static final int CONTEXT = 1;

    /** Beyond this many pairs of lines, finding the fewest changes would take too long. */
    private static final long MOST_PAIRS = 4_000_000;

    private record Line(char sign, String text) {}

    private LineDiff() {}

    /** Lines that start with {@code -}, {@code +} or a blank; {@code ...} stands for what is left out. */
    public static String of(String before, String after, Style style) {
        List<Line> lines = lines(before.lines().toList(), after.lines().toList());
        StringBuilder text = new StringBuilder();
        boolean gap = false;
        for (int i = 0; i < lines.size(); i++) {
            if (!near(lines, i)) {
                gap = true;
                continue;
            }
            text.append(gap ? "  ...\n" : "");
            gap = false;
            Line line = lines.get(i);
            String shown = line.sign() + " " + line.text();
            text.append("  ")
                    .append(line.sign() == '-' ? style.red(shown) : line.sign() == '+' ? style.green(shown) : shown)
                    .append('\n');
        }
        return text.toString();
    }

    private static boolean near(List<Line> lines, int index) {
        for (int i = Math.max(0, index - CONTEXT); i <= Math.min(lines.size() - 1, index + CONTEXT); i++) {
            if (lines.get(i).sign() != ' ') {
                return true;
            }
        }
        return false;
    }

    private static List<Line> lines(List<String> before, List<String> after) {
        List<Line> lines = new ArrayList<>();
        if ((long) before.size() * after.size() > MOST_PAIRS) {
            before.forEach(line -> lines.add(new Line('-', line)));
            after.forEach(line -> lines.add(new Line('+', line)));
            return lines;
        }
        int[][] common = common(before, after);
        int i = 0;
        int j = 0;
        while (i < before.size() || j < after.size()) {
            if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
                lines.add(new Line(' ', before.get(i++)));
                j++;
            } else if (j == after.size() || i < before.size() && common[i + 1][j] >= common[i][j + 1]) {
                lines.add(new Line('-', before.get(i++)));
            } else {
                lines.add(new Line('+', after.get(j++)));
            }
        }
        return lines;
    }

    // How many lines the rests from i and j have in common.
    private static int[][] common(List<String> before, List<String> after) {
        int[][] common = new int[before.size() + 1][after.size() + 1];
        for (int i = before.size() - 1; i >= 0; i--) {
            for (int j = after.size() - 1; j >= 0; j--) {
                common[i][j] = before.get(i).equals(after.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }
}
