package io.tapstate.connectors.catalog;

import java.util.Objects;
import java.util.Optional;

/**
 * One key of a connector's {@code config}.
 *
 * @param secret whether the value must never be shown
 * @param required whether it must be written; a required setting has no default
 * @param fallback what holds when it is absent; empty text where absent means "none"
 * @param description one sentence without a full stop
 */
public record OptionSpec(
        String name, OptionType type, boolean secret, boolean required, Optional<String> fallback, String description) {
    public OptionSpec {
        Objects.requireNonNull(name);
        Objects.requireNonNull(type);
        Objects.requireNonNull(description);
        if (required == fallback.isPresent()) {
            throw new IllegalArgumentException("`" + name + "` is either required or has a default");
        }
    }

    /** A setting that must be written. */
    static OptionSpec required(String name, OptionType type, String description) {
        return new OptionSpec(name, type, false, true, Optional.empty(), description);
    }

    /** A setting with a default. */
    static OptionSpec optional(String name, OptionType type, String fallback, String description) {
        return new OptionSpec(name, type, false, false, Optional.of(fallback), description);
    }

    /** The same setting, never to be shown. */
    OptionSpec asSecret() {
        return new OptionSpec(name, type, true, required, fallback, description);
    }
}
