package io.tapstate.job.script;

import java.time.Duration;

/**
 * What one call of a script may take.
 *
 * @param statements statements run
 * @param time by the clock on the wall
 * @param allocatedBytes memory allocated, whether or not it is free again
 * @param textLength length of any one text, in UTF-16 units, and of any one typed array, in elements
 */
public record ScriptLimits(long statements, Duration time, long allocatedBytes, int textLength) {
    public static final ScriptLimits DEFAULT =
            new ScriptLimits(10_000_000, Duration.ofSeconds(30), 256L << 20, 16 << 20);
}
