package io.tapstate.cli.render;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Where a verb writes: answers to {@link #out}, progress, questions and diagnostics to {@link #err}. Knows whether people look at
 * either, and so whether colours and redrawing make sense.
 */
public final class Terminal {
    /** Set by the launcher: {@code 0}, {@code 1} and {@code 2} name the standard streams that are terminals. */
    public static final String STREAMS = "TAPSTATE_TTY";

    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;
    private final boolean inIsTerminal;
    private final boolean outIsTerminal;
    private final boolean errIsTerminal;
    private final boolean colour;

    /** One that nobody types into. */
    public Terminal(PrintStream out, PrintStream err, boolean outIsTerminal, boolean errIsTerminal, boolean colour) {
        this(InputStream.nullInputStream(), out, err, false, outIsTerminal, errIsTerminal, colour);
    }

    public Terminal(
            InputStream in,
            PrintStream out,
            PrintStream err,
            boolean inIsTerminal,
            boolean outIsTerminal,
            boolean errIsTerminal,
            boolean colour) {
        this.in = in;
        this.out = out;
        this.err = err;
        this.inIsTerminal = inIsTerminal;
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
                new FileInputStream(FileDescriptor.in),
                stream(FileDescriptor.out),
                stream(FileDescriptor.err),
                streams.contains("0"),
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

    /** What is typed, when {@link #answersQuestions}. */
    public InputStream in() {
        return in;
    }

    /** Whether somebody sits there who can be asked. */
    public boolean answersQuestions() {
        return inIsTerminal && errIsTerminal;
    }

    /** The same streams without colours. */
    public Terminal withoutColour() {
        return new Terminal(in, out, err, inIsTerminal, outIsTerminal, errIsTerminal, false);
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
