package io.tapstate.connectors.api;

import java.io.Serializable;
import java.util.Objects;

/**
 * A table within one source.
 *
 * @param namespace the database (MySQL) or the schema (PostgreSQL)
 * @param name the table's name as the database spells it, unquoted
 */
public record TableId(String namespace, String name) implements Serializable, Comparable<TableId> {
    public TableId {
        Objects.requireNonNull(namespace);
        Objects.requireNonNull(name);
    }

    @Override
    public int compareTo(TableId other) {
        int byNamespace = namespace.compareTo(other.namespace);
        return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return namespace + "." + name;
    }
}
