package io.tapstate.connectors.api;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The {@code config} of a source resource: setting name to text. Values may hold {@code ${NAME}} references until
 * {@link #resolved} replaces them; that happens where a connection is opened and nowhere before. Never prints values.
 */
public final class ConnectionConfig {
    private final TreeMap<String, String> values;

    public ConnectionConfig(Map<String, String> values) {
        this.values = new TreeMap<>(values);
    }

    public Optional<String> get(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** Sorted by name; may hold secrets once resolved. */
    public Map<String, String> values() {
        return new TreeMap<>(values);
    }

    /**
     * This config with every reference replaced.
     *
     * @param variables looks a variable up; null when unset
     * @throws io.tapstate.connectors.diagnostics.TapException {@code dsl.undefined-variable}, all of them at once
     */
    public ConnectionConfig resolved(UnaryOperator<String> variables) {
        return new ConnectionConfig(VariableReferences.resolveAll(values, variables));
    }

    @Override
    public String toString() {
        return "ConnectionConfig" + values.keySet();
    }
}
