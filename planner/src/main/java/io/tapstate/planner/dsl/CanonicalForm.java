package io.tapstate.planner.dsl;

import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.dsl.CanonicalBuilder.Canonical;
import io.tapstate.planner.dsl.CanonicalNode.Mapping;
import io.tapstate.planner.dsl.YamlNode.YamlMapping;
import io.tapstate.planner.grammar.Grammar;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The one text that says what a file says. Two files that mean the same have the same canonical text, and the canonical
 * text of a canonical text is itself. References stay as written.
 */
public final class CanonicalForm {
    private CanonicalForm() {}

    /**
     * Without comments: what the {@link #contentHash} is taken of.
     *
     * @throws TapException with the faults of a file that has some
     */
    public static String of(TapFile file) {
        return write(file, false);
    }

    /**
     * With every comment of the file, each at what it belongs to: what {@code tapstate fmt} writes.
     *
     * @throws TapException with the faults of a file that has some
     */
    public static String withComments(TapFile file) {
        return write(file, true);
    }

    /** SHA-256 of the canonical text without comments, 64 lower-case hexadecimal digits. */
    public static String contentHash(TapFile file) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(of(file).getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String write(TapFile file, boolean commented) {
        ParsedResource parsed = ResourceParser.parse(file, Optional.empty(), ResourceParser.Layout.ANY);
        if (!parsed.faults().isEmpty()) {
            throw new TapException(parsed.faults(), null);
        }
        Faults faults = new Faults();
        YamlReader reader = new YamlReader(file, faults);
        YamlMapping root = reader.read().orElseThrow();
        Comments comments = commented ? reader.comments() : new Comments();
        Canonical canonical =
                new Canonical(new ImpliedFields(root), comments, new ScalarReader(Optional.empty(), faults));
        Mapping mapping = (Mapping) CanonicalBuilder.build(root, Grammar.document(), canonical);
        List<String> tail = new ArrayList<>(canonical.homeless());
        tail.addAll(comments.rest());
        return CanonicalWriter.write(comments.head(), mapping, tail);
    }
}
