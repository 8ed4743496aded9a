package io.tapstate.planner.fence;

import java.time.Clock;

/** Breaks two rules on purpose: the positive control of fences. */
public final class PlannerThatReadsTheEnvironment {
    private final Clock clock = Clock.systemUTC();

    public String home() {
        return System.getenv("HOME") + clock.millis();
    }
}
