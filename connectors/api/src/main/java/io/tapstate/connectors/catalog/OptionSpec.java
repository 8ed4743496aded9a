package io.tapstate.connectors.catalog;

import io.tapstate.connectors.api.VariableReferences;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One key of a connector's {@code config}. All questions are answered from the given texts alone, which may hold
 * references; a reference may become anything and is never judged.
 *
 * @param alias another spelling that is taken for the same setting
 * @param secret whether the value must never be shown
 * @param required whether it must be written where it is visible; a required setting has no default
 * @param fallback what holds when it is absent; empty text where absent means "none"
 * @param allowed the only values there are; empty when any value of the type is one
 * @param visibleWhen where it has a meaning; empty when everywhere
 * @param use what this release does with it
 * @param description one sentence without a full stop
 */
public record OptionSpec(
        String name,
        Optional<String> alias,
        OptionType type,
        boolean secret,
        boolean required,
        Optional<String> fallback,
        List<String> allowed,
        Optional<VisibleWhen> visibleWhen,
        OptionUse use,
        String description) {
    public OptionSpec {
        Objects.requireNonNull(name);
        Objects.requireNonNull(type);
        Objects.requireNonNull(description);
        allowed = List.copyOf(allowed);
        if (required == fallback.isPresent()) {
            throw new IllegalArgumentException("`" + name + "` is either required or has a default");
        }
        if (!allowed.isEmpty() && fallback.isPresent() && !allowed.contains(fallback.get())) {
            throw new IllegalArgumentException("the default of `" + name + "` is not one of " + allowed);
        }
    }

    /** A setting that must be written. */
    static OptionSpec required(String name, OptionType type, String description) {
        return new OptionSpec(
                name,
                Optional.empty(),
                type,
                false,
                true,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                OptionUse.EVERY_VALUE,
                description);
    }

    /** A setting with a default. */
    static OptionSpec optional(String name, OptionType type, String fallback, String description) {
        return new OptionSpec(
                name,
                Optional.empty(),
                type,
                false,
                false,
                Optional.of(fallback),
                List.of(),
                Optional.empty(),
                OptionUse.EVERY_VALUE,
                description);
    }

    /** The same setting, never to be shown. */
    OptionSpec asSecret() {
        return new OptionSpec(name, alias, type, true, required, fallback, allowed, visibleWhen, use, description);
    }

    /** The same setting, also under another spelling. */
    OptionSpec alsoAs(String other) {
        return new OptionSpec(
                name, Optional.of(other), type, secret, required, fallback, allowed, visibleWhen, use, description);
    }

    /** The same setting with these values only. */
    OptionSpec oneOf(String... values) {
        return new OptionSpec(
                name, alias, type, secret, required, fallback, List.of(values), visibleWhen, use, description);
    }

    /** The same setting, meaningful only beside these values of another. */
    OptionSpec when(OptionSpec controlling, String... values) {
        return new OptionSpec(
                name,
                alias,
                type,
                secret,
                required,
                fallback,
                allowed,
                Optional.of(new VisibleWhen(controlling, List.of(values))),
                use,
                description);
    }

    /** The same setting, of which this release acts on these values only. */
    OptionSpec actedOnOnly(String... values) {
        return new OptionSpec(
                name,
                alias,
                type,
                secret,
                required,
                fallback,
                allowed,
                visibleWhen,
                OptionUse.only(values),
                description);
    }

    /** Its spellings, the preferred one first. */
    public List<String> names() {
        return Stream.concat(Stream.of(name), alias.stream()).toList();
    }

    /** What is written for it under either spelling. */
    public Optional<String> valueIn(Map<String, String> config) {
        return names().stream().filter(config::containsKey).map(config::get).findFirst();
    }

    /** Whether the setting has a meaning beside the others of a config. */
    public boolean visible(Map<String, String> config) {
        return visibleWhen.map(condition -> condition.holds(config)).orElse(true);
    }

    /** Whether a text is a value of this setting: of its type, and one of the allowed ones where there is a list. */
    public boolean allows(String value) {
        return isReference(value) || (type.accepts(value) && (allowed.isEmpty() || allowed.contains(value)));
    }

    /** Whether this release does what the text asks for; a reference to a value is asked again when it is known. */
    public boolean actsOn(String value) {
        return use.everyValue() || (isReference(value) && !use.values().isEmpty()) || use.actsOn(value);
    }

    /** Other settings that decide whether this one has a meaning, nearest first. */
    List<OptionSpec> controllers() {
        List<OptionSpec> controllers = new ArrayList<>();
        for (Optional<VisibleWhen> at = visibleWhen;
                at.isPresent();
                at = at.get().controlling().visibleWhen()) {
            controllers.add(at.get().controlling());
        }
        return controllers;
    }

    private static boolean isReference(String value) {
        return VariableReferences.REFERENCE.matcher(value).find();
    }
}
