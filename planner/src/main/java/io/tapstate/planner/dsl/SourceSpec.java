package io.tapstate.planner.dsl;

import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.catalog.SourceMode;
import io.tapstate.connectors.diagnostics.SourceSpan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A {@code kind: source} as written.
 *
 * @param config setting to text, references as written
 * @param configSpan where {@code config} stands, else the resource
 * @param mode absent for a pure connection, and where it was refused
 * @param connectionOnly no mode was written: nothing can be read from it
 * @param tables absent for all tables
 */
public record SourceSpec(
        Located<String> id,
        Located<String> connector,
        Map<Located<String>, Located<String>> config,
        SourceSpan configSpan,
        Optional<Located<SourceMode>> mode,
        boolean connectionOnly,
        Optional<Located<List<Located<String>>>> tables) {
    public ConnectionConfig connection() {
        TreeMap<String, String> values = new TreeMap<>();
        config.forEach((name, value) -> values.put(name.value(), value.value()));
        return new ConnectionConfig(values);
    }

    /** The listed table names; empty when every table is selected. */
    public List<String> listedTables() {
        return tables.map(list -> list.value().stream().map(Located::value).toList())
                .orElse(List.of());
    }
}
