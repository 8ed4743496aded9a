package io.tapstate.connectors.diagnostics;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;

/** Reads and fills the texts that stand beside each {@link ErrorCode} enum. */
public final class Wording {
    private static final Map<Class<?>, Properties> TEXTS = new ConcurrentHashMap<>();

    private Wording() {}

    /** The message of a code with its {@code {parameter}} places filled. */
    public static String message(ErrorCode code, Map<String, String> parameters) {
        return fill(text(code, "message"), parameters);
    }

    /** The remedy of a code with its {@code {parameter}} places filled. */
    public static String fix(ErrorCode code, Map<String, String> parameters) {
        return fill(text(code, "fix"), parameters);
    }

    /** The unfilled text under {@code <code>.<slot>}. A missing text is a defect of ours and fails. */
    public static String text(ErrorCode code, String slot) {
        Class<?> owner = code instanceof Enum<?> constant ? constant.getDeclaringClass() : code.getClass();
        String text = TEXTS.computeIfAbsent(owner, Wording::load).getProperty(code.code() + "." + slot);
        if (text == null) {
            throw new IllegalStateException("no wording for " + code.code() + "." + slot + " of " + owner.getName());
        }
        return text;
    }

    private static Properties load(Class<?> owner) {
        String name = owner.getSimpleName() + ".properties";
        try (InputStream in = owner.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("no " + name + " beside " + owner.getName());
            }
            Properties texts = new Properties();
            texts.load(new InputStreamReader(in, StandardCharsets.UTF_8));
            return texts;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // One pass, so that a value holding braces is never filled again.
    private static String fill(String text, Map<String, String> parameters) {
        StringBuilder filled = new StringBuilder();
        int at = 0;
        for (int open = text.indexOf('{'); open >= 0; open = text.indexOf('{', at)) {
            int close = text.indexOf('}', open);
            String value = close < 0 ? null : parameters.get(text.substring(open + 1, close));
            if (value == null) {
                filled.append(text, at, open + 1);
                at = open + 1;
            } else {
                filled.append(text, at, open).append(value);
                at = close + 1;
            }
        }
        return filled.append(text, at, text.length()).toString();
    }
}
