package io.tapstate.job.script;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where {@code ctx.log} writes: at most {@link #MOST_LINES} lines of {@link #LONGEST} characters per open script. */
final class ScriptLog {
    static final int LONGEST = 500;
    static final int MOST_LINES = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(ScriptLog.class);

    private final String step;
    private int lines;

    ScriptLog(String step) {
        this.step = step;
    }

    void write(String text) {
        if (lines > MOST_LINES) {
            return;
        }
        lines++;
        if (lines > MOST_LINES) {
            LOG.info("{}: the script has logged {} lines; further ones are left out", step, MOST_LINES);
        } else {
            LOG.info("{}: {}", step, line(text));
        }
    }

    /** One line, cut to length: what a script writes must not look like a line of somebody else. */
    static String line(String text) {
        String cut = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
        return cut.replaceAll("\\p{Cntrl}", " ");
    }
}
