package io.tapstate.planner.dsl;

import io.tapstate.planner.dsl.CanonicalNode.Scalar;
import io.tapstate.planner.dsl.CanonicalNode.Style;
import io.tapstate.planner.dsl.Interpolation.Part;
import java.util.Optional;
import java.util.regex.Pattern;

/** Spells scalars so that they read back as the same value. References are always spelt as their author did. */
final class ScalarWriter {
    /** Words that other YAML readers take for booleans. */
    private static final Pattern LOOKS_BOOLEAN = Pattern.compile("(?i)yes|no|on|off");

    private static final Pattern UNSAFE_START = Pattern.compile("[-?:,\\[\\]{}#&*!|>'\"%@`=<].*", Pattern.DOTALL);
    private static final Pattern UNSAFE_INSIDE = Pattern.compile(": |:$| #|^\\.\\.\\.|^ | $");
    private static final Pattern UNSAFE_IN_FLOW = Pattern.compile("[,\\[\\]{}]|:[^A-Za-z0-9]");

    private ScalarWriter() {}

    /** On one line. */
    static String inline(Scalar scalar, boolean inFlow) {
        return switch (scalar.style()) {
            case BARE -> bare(scalar);
            case QUOTED, LITERAL -> quoted(scalar);
            case TEXT -> isSafe(scalar, inFlow) ? Interpolation.join(scalar.parts(), Part::text) : quoted(scalar);
        };
    }

    /** Whether it can stand in a list on one line. */
    static boolean fitsFlow(Scalar scalar) {
        return scalar.style() != Style.BARE
                || !UNSAFE_IN_FLOW.matcher(withoutReferences(scalar)).find();
    }

    /** The header of a literal block, for example {@code |-}; empty when the text cannot stand in one. */
    static Optional<String> literalHeader(Scalar scalar) {
        if (scalar.style() != Style.LITERAL) {
            return Optional.empty();
        }
        String text = withoutReferences(scalar);
        boolean spellable = !text.isBlank()
                && text.codePoints()
                        .allMatch(codePoint -> codePoint == '\n' || codePoint == '\t' || isPrintable(codePoint))
                && scalar.parts().stream().noneMatch(ScalarWriter::needsEscape);
        if (!spellable) {
            return Optional.empty();
        }
        String indentation = text.startsWith(" ") || text.startsWith("\n") ? "2" : "";
        String chomping = !text.endsWith("\n") ? "-" : text.endsWith("\n\n") ? "+" : "";
        return Optional.of("|" + indentation + chomping);
    }

    // Text of several lines is text whatever its references become, so quotes change nothing.
    private static String bare(Scalar scalar) {
        String text = Interpolation.join(scalar.parts(), Part::text);
        return text.indexOf('\n') >= 0 ? quoted(scalar) : text;
    }

    private static boolean isSafe(Scalar scalar, boolean inFlow) {
        String text = withoutReferences(scalar);
        return !text.isEmpty()
                && ScalarType.of(text) == ScalarType.TEXT
                && !LOOKS_BOOLEAN.matcher(text).matches()
                && !UNSAFE_START.matcher(text).matches()
                && !UNSAFE_INSIDE.matcher(text).find()
                && !(inFlow
                        && (UNSAFE_IN_FLOW.matcher(text).find()
                                || scalar.parts().stream().anyMatch(Part::reference)))
                && text.codePoints().allMatch(ScalarWriter::isPrintable)
                && scalar.parts().stream().noneMatch(ScalarWriter::needsEscape);
    }

    // A reference is a word to YAML, whatever is in it.
    private static String withoutReferences(Scalar scalar) {
        return Interpolation.join(scalar.parts(), part -> part.reference() ? "R" : part.text());
    }

    // Text that looks like a reference but was written so that it is none.
    private static boolean needsEscape(Part part) {
        return !part.reference() && part.text().contains("${");
    }

    private static String quoted(Scalar scalar) {
        StringBuilder out = new StringBuilder("\"");
        for (Part part : scalar.parts()) {
            if (part.reference()) {
                out.append(part.text());
                continue;
            }
            String text = part.text();
            for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
                out.append(text.startsWith("${", at) ? "\\x24" : escaped(text.codePointAt(at)));
            }
        }
        return out.append('"').toString();
    }

    private static String escaped(int codePoint) {
        return switch (codePoint) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default ->
                isPrintable(codePoint)
                        ? Character.toString(codePoint)
                        : codePoint <= 0xFFFF ? "\\u%04X".formatted(codePoint) : "\\U%08X".formatted(codePoint);
        };
    }

    /** What YAML takes as it is, everywhere, and an editor shows. */
    private static boolean isPrintable(int codePoint) {
        return codePoint >= 0x20 && codePoint <= 0x7E
                || codePoint >= 0xA0 && codePoint <= 0xD7FF && codePoint != 0x2028 && codePoint != 0x2029
                || codePoint >= 0xE000 && codePoint <= 0xFFFD && codePoint != 0xFEFF
                || codePoint >= 0x10000 && codePoint <= 0x10FFFF;
    }
}
