package io.tapstate.cli.render;

import io.tapstate.cli.run.EngineEvent;
import io.tapstate.cli.run.RunObserver;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/** A run for people: one line when it starts, when the initial load is complete, when it streams, when it ends. */
public final class TextRunReporter implements RunObserver {
    private final Terminal terminal;
    private final Style style;
    private boolean restored;
    private boolean progressShown;

    public TextRunReporter(Terminal terminal) {
        this.terminal = terminal;
        this.style = terminal.style();
    }

    @Override
    public synchronized void on(EngineEvent event) {
        clearProgress();
        switch (event.kind()) {
            case STARTING -> starting(event);
            case PROGRESS -> progress(event);
            case SNAPSHOT -> say("initial load complete: " + rows(event.tables()));
            case STREAMING -> streaming(event);
            case RECOVERING -> say(style.yellow("recovering: ") + event.text("message"));
            case FINISHED -> say("finished: every row was read and written");
            case STOPPED -> say("stopped; the next start resumes from here");
            case FAILED ->
                terminal.err()
                        .print(new DiagnosticRenderer(terminal.errorStyle())
                                .render(event.text("code"), event.text("message"), event.text("fix")));
        }
    }

    @Override
    public synchronized void engineDied(int status, Duration delay) {
        clearProgress();
        say(style.yellow("the engine died (status " + status + "); it starts again in " + Quantities.time(delay)
                + " from its last checkpoint"));
    }

    private void starting(EngineEvent event) {
        restored = !event.text("restored").isEmpty();
        say(style.bold(event.text("pipeline")) + (restored ? " resumes from its last checkpoint" : " starts")
                + ", dashboard " + event.text("dashboard"));
    }

    private void streaming(EngineEvent event) {
        boolean nothingRead = restored && event.rows() == 0;
        say(style.green("streaming") + (nothingRead ? ": no table was read again" : ": changes arrive as they happen"));
    }

    private void progress(EngineEvent event) {
        if (terminal.showsProgress()) {
            terminal.err().print("reading: " + rows(event.tables()));
            terminal.err().flush();
            progressShown = true;
        }
    }

    private void clearProgress() {
        if (progressShown) {
            terminal.err().print("\r\u001b[2K");
            terminal.err().flush();
            progressShown = false;
        }
    }

    private void say(String line) {
        terminal.out().println(line);
    }

    private static String rows(Map<String, Long> tables) {
        return tables.entrySet().stream()
                .map(table -> table.getKey() + " " + table.getValue() + (table.getValue() == 1 ? " row" : " rows"))
                .collect(Collectors.joining(", "));
    }
}
