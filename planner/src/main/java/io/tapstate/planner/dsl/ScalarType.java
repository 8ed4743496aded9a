package io.tapstate.planner.dsl;

import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.CoreScalarResolver;

/** What an unquoted scalar is by the YAML 1.2 core schema: {@code yes} is text, {@code 0o17} a number. */
enum ScalarType {
    TEXT,
    INTEGER,
    FLOAT,
    BOOLEAN,
    NULL;

    private static final CoreScalarResolver RESOLVER = new CoreScalarResolver(false);

    static ScalarType of(String unquoted) {
        Tag tag = RESOLVER.resolve(unquoted, true);
        if (tag.equals(Tag.INT)) {
            return INTEGER;
        }
        if (tag.equals(Tag.FLOAT)) {
            return FLOAT;
        }
        if (tag.equals(Tag.BOOL)) {
            return BOOLEAN;
        }
        return tag.equals(Tag.NULL) ? NULL : TEXT;
    }
}
