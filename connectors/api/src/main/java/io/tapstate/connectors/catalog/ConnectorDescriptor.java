package io.tapstate.connectors.catalog;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the catalogue says about one connector.
 *
 * @param id what authors write under {@code connector}
 * @param title its name for people
 * @param runs the roles in which this release runs it; what asks for another is refused when a plan is made
 * @param roles in declaration order
 * @param modes how it can be read, in declaration order; empty for a connector that is a target only
 * @param writeModes how it can be written to, in declaration order; empty for a connector that is a source only
 * @param options its config keys, in the order a person fills them in
 * @param preparation what to do on the server, in order
 * @param limits what it does not do, one sentence each
 */
public record ConnectorDescriptor(
        String id,
        String title,
        ConnectorStage stage,
        Set<ConnectorRole> runs,
        Set<ConnectorRole> roles,
        Set<SourceMode> modes,
        Set<WriteMode> writeModes,
        List<OptionSpec> options,
        List<PreparationStep> preparation,
        List<String> limits) {
    public ConnectorDescriptor {
        // Sorted, so that messages listing them are the same in every run.
        runs = Collections.unmodifiableSortedSet(new TreeSet<>(runs));
        roles = Collections.unmodifiableSortedSet(new TreeSet<>(roles));
        modes = Collections.unmodifiableSortedSet(new TreeSet<>(modes));
        writeModes = Collections.unmodifiableSortedSet(new TreeSet<>(writeModes));
        options = List.copyOf(options);
        preparation = List.copyOf(preparation);
        limits = List.copyOf(limits);
        if (!roles.containsAll(runs)) {
            throw new IllegalArgumentException("`" + id + "` runs as what it is not");
        }
    }

    /** The setting of that name, under either of its spellings. */
    public Optional<OptionSpec> option(String name) {
        return options.stream().filter(option -> option.names().contains(name)).findFirst();
    }

    public boolean isSource() {
        return roles.contains(ConnectorRole.SOURCE);
    }

    public boolean isTarget() {
        return roles.contains(ConnectorRole.TARGET);
    }

    /** Whether this release can read from it. */
    public boolean readable() {
        return runs.contains(ConnectorRole.SOURCE);
    }

    /** Whether this release can write to it. */
    public boolean writable() {
        return runs.contains(ConnectorRole.TARGET);
    }

    /**
     * The settings that must be written and are not: required, certainly visible beside the others, and absent.
     *
     * @param config setting name to text, references as written
     */
    public List<OptionSpec> missing(Map<String, String> config) {
        return options.stream()
                .filter(OptionSpec::required)
                .filter(option -> option.valueIn(config).isEmpty())
                .filter(option -> option.visible(config) && !undecided(option, config))
                .toList();
    }

    /** The settings that are written where they have no meaning: another setting's value says they do not apply. */
    public List<OptionSpec> withoutEffect(Map<String, String> config) {
        return options.stream()
                .filter(option -> option.valueIn(config).isPresent() && !option.visible(config))
                .toList();
    }

    /** The settings that are written under both of their spellings. */
    public List<OptionSpec> writtenTwice(Map<String, String> config) {
        return options.stream()
                .filter(option ->
                        option.names().stream().filter(config::containsKey).count() > 1)
                .toList();
    }

    /** The visible settings whose written value this release would not act on. */
    public List<OptionSpec> notActedOn(Map<String, String> config) {
        return options.stream()
                .filter(option -> option.visible(config))
                .filter(option -> option.valueIn(config)
                        .filter(value -> !option.actsOn(value))
                        .isPresent())
                .toList();
    }

    // Whether a reference decides over the setting; what it stands for is not known yet.
    private static boolean undecided(OptionSpec option, Map<String, String> config) {
        return option.controllers().stream()
                .flatMap(controller -> controller.valueIn(config).stream())
                .anyMatch(value -> value.contains("${"));
    }
}
