package io.tapstate.cli.render;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Where a verb writes: answers to {@link #out}, progress and diagnostics to {@link #err}. Knows whether people look at
 * either, and so whether colours and redrawing make sense.
 */
public final class Terminal {
    /** Set by the launcher: {@code 1} and {@code 2} name the standard streams that are terminals. */
    public static final String STREAMS = "TAPSTATE_TTY";

    private final PrintStream out;
    private final PrintStream err;
    private final boolean outIsTerminal;
    private final boolean errIsTerminal;
    private final boolean colour;

    public Terminal(PrintStream out, PrintStream err, boolean outIsTerminal, boolean errIsTerminal, boolean colour) {
        this.out = out;
        this.err = err;
        this.outIsTerminal = outIsTerminal;
        this.errIsTerminal = errIsTerminal;
        this.colour = colour;
    }

    /** The process's own streams; colour unless {@code NO_COLOR} is set or the terminal is dumb. */
    public static Terminal system(Map<String, String> environment) {
        String streams = environment.getOrDefault(STREAMS, "");
        boolean colour = environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !"dumb".equals(environment.getOrDefault("TERM", "dumb"));
        return new Terminal(
                stream(FileDescriptor.out),
                stream(FileDescriptor.err),
                streams.contains("1"),
                streams.contains("2"),
                colour);
    }

    private static PrintStream stream(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    public PrintStream out() {
        return out;
    }

    public PrintStream err() {
        return err;
    }

    /** Whether the answers go to a screen. */
    public boolean interactive() {
        return outIsTerminal;
    }

    /** Whether progress may be redrawn in place. */
    public boolean showsProgress() {
        return errIsTerminal && colour;
    }

    public Style style() {
        return outIsTerminal && colour ? Style.COLOUR : Style.PLAIN;
    }

    public Style errorStyle() {
        return errIsTerminal && colour ? Style.COLOUR : Style.PLAIN;
    }
}
