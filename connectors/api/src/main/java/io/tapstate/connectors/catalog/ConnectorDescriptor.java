package io.tapstate.connectors.catalog;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the catalogue says about one connector.
 *
 * @param id what authors write under {@code connector}
 * @param title its name for people
 * @param roles in declaration order
 * @param modes how it can be read, in declaration order; empty for a connector that is a target only
 * @param options its config keys, in the order a person fills them in
 */
public record ConnectorDescriptor(
        String id, String title, Set<ConnectorRole> roles, Set<SourceMode> modes, List<OptionSpec> options) {
    public ConnectorDescriptor {
        // Sorted, so that messages listing them are the same in every run.
        roles = Collections.unmodifiableSortedSet(new TreeSet<>(roles));
        modes = Collections.unmodifiableSortedSet(new TreeSet<>(modes));
        options = List.copyOf(options);
    }

    public Optional<OptionSpec> option(String name) {
        return options.stream().filter(option -> option.name().equals(name)).findFirst();
    }

    public boolean isSource() {
        return roles.contains(ConnectorRole.SOURCE);
    }

    public boolean isTarget() {
        return roles.contains(ConnectorRole.TARGET);
    }
}
