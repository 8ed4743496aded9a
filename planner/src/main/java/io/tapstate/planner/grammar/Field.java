package io.tapstate.planner.grammar;

import java.util.Optional;

/**
 * One field of an object.
 *
 * @param description one or two sentences, in Markdown
 * @param defaultValue the value an absent field has, where that is a fixed one, in its YAML spelling
 * @param otherwise what an absent field means, in words, where that depends on the rest
 * @param wiring present when leaving the field out, or giving it another kind of value, breaks the pipeline's wiring
 */
public record Field(
        String name,
        ValueShape shape,
        boolean required,
        String description,
        Optional<String> defaultValue,
        Optional<String> otherwise,
        Optional<Wiring> wiring) {
    /** What a broken wiring is reported as. */
    public record Wiring(String detail, String remedy) {}

    static Field required(String name, ValueShape shape, String description) {
        return new Field(name, shape, true, description, Optional.empty(), Optional.empty(), Optional.empty());
    }

    static Field optional(String name, ValueShape shape, String description) {
        return new Field(name, shape, false, description, Optional.empty(), Optional.empty(), Optional.empty());
    }

    Field defaultsTo(String value) {
        return new Field(name, shape, required, description, Optional.of(value), otherwise, wiring);
    }

    Field otherwise(String meaning) {
        return new Field(name, shape, required, description, defaultValue, Optional.of(meaning), wiring);
    }

    Field wired(String detail, String remedy) {
        return new Field(
                name, shape, required, description, defaultValue, otherwise, Optional.of(new Wiring(detail, remedy)));
    }
}
