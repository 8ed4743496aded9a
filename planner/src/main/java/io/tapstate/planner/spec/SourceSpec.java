package io.tapstate.planner.spec;

import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.diagnostics.SourceSpan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A {@code kind: source}.
 *
 * @param config references as written, in file order
 * @param configSpan where {@code config} stands, else the resource
 * @param mode absent for a pure connection
 * @param modeUnread a mode is written, but offline a reference decides it, or it is illegal
 * @param tables absent for all tables; may be empty when written so
 */
public record SourceSpec(
        Located<String> id,
        Located<String> connector,
        Map<Located<String>, YamlValue> config,
        SourceSpan configSpan,
        Optional<Located<SourceModeName>> mode,
        boolean modeUnread,
        Optional<Located<List<TableSpec>>> tables,
        Map<Located<String>, YamlValue> options,
        Optional<SrsSpec> srs,
        SourceSpan span)
        implements ResourceSpec {
    /** How a source says it is read; a connector supports some of them. */
    public enum SourceModeName {
        CDC,
        SNAPSHOT,
        STREAM,
        FILE,
        API
    }

    /**
     * One item of {@code tables}.
     *
     * @param name a table name, or {@code /regex/} when {@code pattern}
     * @param pattern whether it selects by regular expression, matched against the whole table name
     * @param filter CEL row expression
     * @param primaryKey the columns that identify a row, where the author names them
     */
    public record TableSpec(
            Located<String> name,
            boolean pattern,
            Optional<Located<String>> filter,
            List<Located<String>> primaryKey,
            Map<Located<String>, YamlValue> options,
            SourceSpan span) {
        public TableSpec {
            primaryKey = List.copyOf(primaryKey);
        }

        /** The regular expression without its slashes. */
        public String regex() {
            String text = name.value();
            return text.substring(1, text.length() - 1);
        }
    }

    /** Shared capture. */
    public record SrsSpec(
            Optional<Located<String>> key,
            Optional<Located<String>> retention,
            Optional<Located<String>> schemaEvolution,
            Optional<Located<Boolean>> queryable,
            Optional<Located<Boolean>> enabled,
            SourceSpan span) {}

    /** Neither mode nor tables: it can be written to, not read. */
    public boolean connectionOnly() {
        return mode.isEmpty() && !modeUnread && tables.isEmpty();
    }

    /** The scalar settings as text; lists and mappings, which no setting of a readable connector has, are left out. */
    public ConnectionConfig connection() {
        TreeMap<String, String> values = new TreeMap<>();
        config.forEach((name, value) -> {
            if (value instanceof YamlValue.Scalar scalar && scalar.value() != null) {
                values.put(name.value(), scalar.text());
            }
        });
        return new ConnectionConfig(values);
    }
}
