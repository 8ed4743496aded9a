package io.tapstate.cli.run;

import java.time.Duration;

/** Is told what happens to a run, in order. */
public interface RunObserver {
    void on(EngineEvent event);

    /** The engine is gone without having said why; it is started again after the delay. */
    void engineDied(int status, Duration delay);
}
