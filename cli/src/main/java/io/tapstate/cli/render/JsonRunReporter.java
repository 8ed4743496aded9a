package io.tapstate.cli.render;

import io.tapstate.cli.run.EngineEvent;
import io.tapstate.cli.run.RunObserver;
import java.time.Duration;

/** A run for programs: the engine's events, one JSON object per line; those that only people need are left out. */
public final class JsonRunReporter implements RunObserver {
    private final Terminal terminal;
    private final String marker;

    /** @param marker stands before each object: {@code --- } makes the lines a stream of YAML documents */
    public JsonRunReporter(Terminal terminal, String marker) {
        this.terminal = terminal;
        this.marker = marker;
    }

    @Override
    public synchronized void on(EngineEvent event) {
        switch (event.kind()) {
            case PROGRESS, RECOVERING -> {
                // For people only.
            }
            default -> terminal.out().println(marker + event.json());
        }
    }

    @Override
    public synchronized void engineDied(int status, Duration delay) {
        terminal.err().println("the engine died (status " + status + "); it starts again in " + Quantities.time(delay));
    }
}
