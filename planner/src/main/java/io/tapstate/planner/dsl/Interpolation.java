package io.tapstate.planner.dsl;

import io.tapstate.connectors.api.VariableReferences;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;

/**
 * Hides the {@code ${...}} references of a file from the YAML parser. <code>{ port: ${P} }</code> is not valid YAML, so
 * each reference is masked by a token of as many code points: one that names the reference, then filler. Nothing moves:
 * every position the parser reports is the file's own. {@link #parts} undoes the masking in a parsed scalar.
 */
final class Interpolation {
    /** Tokens are single code points of plane 15, which nobody types; one that is in the file is masked itself. */
    private static final int FIRST = 0xF0000;

    private static final int LAST = 0xFFFFD;
    private static final int FILLER = 0x100000;

    /**
     * One {@code ${...}} of the file, or plain text between two.
     *
     * @param text as written
     * @param name the variable; null for plain text and for malformed references
     * @param fallback its default; null without one
     */
    record Part(String text, boolean reference, String name, String fallback) {
        static Part plain(String text) {
            return new Part(text, false, null, null);
        }

        boolean malformed() {
            return reference && name == null;
        }
    }

    private final List<Part> masked = new ArrayList<>();
    private final String maskedText;

    /** @throws TooManyReferences when a file has more than the tokens there are */
    Interpolation(String text) throws TooManyReferences {
        boolean plain = !text.contains("${") && text.codePoints().noneMatch(Interpolation::isToken);
        // Files may be large, and most hold nothing to mask.
        maskedText = plain ? text : mask(text);
    }

    private static boolean isToken(int codePoint) {
        return codePoint >= FIRST && codePoint <= FILLER;
    }

    private String mask(String text) throws TooManyReferences {
        StringBuilder out = new StringBuilder(text.length());
        Matcher matcher = VariableReferences.REFERENCE.matcher(text);
        int at = 0;
        int lineEnd = -1;
        while (at < text.length()) {
            // Found once per line, or a long line of references would take its square.
            lineEnd = at > lineEnd ? lineEnd(text, at) : lineEnd;
            int codePoint = text.codePointAt(at);
            if (isToken(codePoint)) {
                String literal = Character.toString(codePoint);
                at += mask(Part.plain(literal), out);
            } else if (text.startsWith("${", at)) {
                matcher.region(at, lineEnd);
                at += mask(
                        matcher.lookingAt()
                                ? new Part(matcher.group(), true, VariableReferences.name(matcher), matcher.group(3))
                                : new Part(malformed(text, at, lineEnd), true, null, null),
                        out);
            } else {
                out.appendCodePoint(codePoint);
                at += Character.charCount(codePoint);
            }
        }
        return out.toString();
    }

    /** The file's text with every reference masked; as many code points, at the same places. */
    String maskedText() {
        return maskedText;
    }

    /** What a parsed scalar was made of, in order. */
    List<Part> parts(String scalar) {
        List<Part> parts = new ArrayList<>();
        StringBuilder plain = new StringBuilder();
        int at = 0;
        while (at < scalar.length()) {
            int codePoint = scalar.codePointAt(at);
            if (codePoint < FIRST || codePoint - FIRST >= masked.size()) {
                plain.appendCodePoint(codePoint);
                at += Character.charCount(codePoint);
                continue;
            }
            Part part = masked.get(codePoint - FIRST);
            at = scalar.offsetByCodePoints(
                    at, part.text().codePointCount(0, part.text().length()));
            if (!part.reference()) {
                plain.append(part.text());
                continue;
            }
            if (!plain.isEmpty()) {
                parts.add(Part.plain(plain.toString()));
                plain.setLength(0);
            }
            parts.add(part);
        }
        if (!plain.isEmpty()) {
            parts.add(Part.plain(plain.toString()));
        }
        return parts;
    }

    /** A scalar as its author wrote it. */
    String written(String scalar) {
        return join(parts(scalar), Part::text);
    }

    static String join(List<Part> parts, Function<Part, String> text) {
        StringBuilder joined = new StringBuilder();
        parts.forEach(part -> joined.append(text.apply(part)));
        return joined.toString();
    }

    private int mask(Part part, StringBuilder out) throws TooManyReferences {
        if (FIRST + masked.size() > LAST) {
            throw new TooManyReferences();
        }
        out.appendCodePoint(FIRST + masked.size());
        masked.add(part);
        int length = part.text().codePointCount(0, part.text().length());
        for (int i = 1; i < length; i++) {
            out.appendCodePoint(FILLER);
        }
        return part.text().length();
    }

    private static String malformed(String text, int at, int end) {
        int close = text.substring(at, end).indexOf('}');
        return text.substring(at, close >= 0 ? at + close + 1 : end);
    }

    private static int lineEnd(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
            at++;
        }
        return at;
    }

    /** A file with more references than can be told apart. */
    static final class TooManyReferences extends Exception {
        private static final long serialVersionUID = 1L;
    }
}
