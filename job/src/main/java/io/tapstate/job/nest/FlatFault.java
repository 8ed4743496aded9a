package io.tapstate.job.nest;

import io.tapstate.connectors.diagnostics.TapException;

/**
 * Why the rows of a flat embed do not fit into their parent. May pass by itself: while a row takes another's place, both
 * may be there for a moment.
 *
 * @param embed the embed's name in its parent
 * @param field the field that parent and row disagree about; null when there are several rows
 */
public record FlatFault(String embed, String field) {
    private static final String FLAT = "$flat.";

    /** @param table the nest's root table */
    public TapException coded(Object table) {
        String alias = embed.startsWith(FLAT) ? embed.substring(FLAT.length()) : embed;
        return field == null
                ? TapException.of(NestError.FLAT_CARDINALITY_VIOLATION, "alias", alias, "table", table)
                : TapException.of(NestError.FLAT_VALUE_CONFLICT, "alias", alias, "field", field, "table", table);
    }
}
