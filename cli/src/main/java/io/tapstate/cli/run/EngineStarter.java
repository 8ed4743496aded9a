package io.tapstate.cli.run;

import java.util.function.Consumer;

/** Starts engines for one pipeline, one after the other. */
public interface EngineStarter {
    /** Id of the pipeline. */
    String pipeline();

    EngineSettings settings();

    /**
     * Starts one engine.
     *
     * @param listener called in order, from one thread of the engine's
     */
    EngineProcess startEngine(Consumer<EngineEvent> listener);

    /** Starts engines from settings and does nothing else. */
    static EngineStarter of(String pipeline, EngineSettings settings) {
        return new EngineStarter() {
            @Override
            public String pipeline() {
                return pipeline;
            }

            @Override
            public EngineSettings settings() {
                return settings;
            }

            @Override
            public EngineProcess startEngine(Consumer<EngineEvent> listener) {
                return EngineProcess.start(settings, listener);
            }
        };
    }
}
