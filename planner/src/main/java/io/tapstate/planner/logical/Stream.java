package io.tapstate.planner.logical;

import java.util.List;

/** Where rows come from. A stream carries one {@link Flow} per table that its rows stem from. */
public sealed interface Stream permits LogicalTable, LogicalStep {
    List<Flow> flows();

    /** As the author can name it: {@code source.table} or the step's id. */
    String name();

    /**
     * Rows of one origin within a stream; they keep the origin's name through filters and unions.
     *
     * @param table the {@code src} of the rows: a table's name; of a nest its root's; of a join the step's id
     * @param identity the columns that identify a row, in order; empty when not known
     * @param keys every set of columns that tells all rows apart, the identity among them
     */
    record Flow(String table, RowType rows, List<String> identity, List<List<String>> keys) {
        public Flow {
            identity = List.copyOf(identity);
            keys = keys.stream().map(List::copyOf).toList();
        }

        /** A flow whose identity is its only key. */
        public Flow(String table, RowType rows, List<String> identity) {
            this(table, rows, identity, identity.isEmpty() ? List.of() : List.of(identity));
        }
    }
}
