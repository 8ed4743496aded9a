package io.tapstate.cli.demo;

import io.tapstate.cli.render.Quantities;
import io.tapstate.cli.render.Style;
import io.tapstate.cli.render.Terminal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Prints the tour, one line per step, and knows in the end whether all of it held. */
final class TourReport {
    private static final String LINE = "%-56s %10s";

    private final Terminal terminal;
    private final Style style;
    private final List<Duration> commitToVisible = new ArrayList<>();
    private int failures;

    TourReport(Terminal terminal) {
        this.terminal = terminal;
        this.style = terminal.style();
    }

    void heading(String text) {
        terminal.out().println(style.bold(text));
    }

    /** A step that held, with the time from commit to visible. */
    void visible(String title, Duration time) {
        commitToVisible.add(time);
        ok(title, time);
    }

    /** A step that held, with a time that is no commit-to-visible time. */
    void ok(String title, Duration time) {
        terminal.out().println(style.green("  ok    ") + String.format(LINE, title, Quantities.time(time)));
    }

    void ok(String title) {
        terminal.out().println(style.green("  ok    ") + title);
    }

    void fail(String title, String why) {
        failures++;
        terminal.out().println(style.red("  FAIL  ") + title);
        terminal.out().println("        " + why);
    }

    void note(String text) {
        terminal.out().println("        " + text);
    }

    boolean failed() {
        return failures > 0;
    }

    /** The last lines: the median, and the verdict. */
    void conclude() {
        if (!commitToVisible.isEmpty()) {
            List<Duration> sorted = new ArrayList<>(commitToVisible);
            Collections.sort(sorted);
            terminal.out()
                    .println("commit to visible: median " + Quantities.time(median(sorted)) + ", slowest "
                            + Quantities.time(sorted.get(sorted.size() - 1)) + " of " + sorted.size() + " changes");
        }
        terminal.out()
                .println(
                        failed()
                                ? style.red("check FAILED: " + failures + (failures == 1 ? " step" : " steps"))
                                : style.green("check passed"));
    }

    private static Duration median(List<Duration> sorted) {
        Duration upper = sorted.get(sorted.size() / 2);
        return sorted.size() % 2 == 1
                ? upper
                : upper.plus(sorted.get(sorted.size() / 2 - 1)).dividedBy(2);
    }
}
