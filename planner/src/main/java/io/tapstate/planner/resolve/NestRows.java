package io.tapstate.planner.resolve;

import io.tapstate.planner.logical.RowType;
import io.tapstate.planner.logical.RowType.Column;
import io.tapstate.planner.logical.Stream;
import io.tapstate.planner.logical.Stream.Flow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The rows of a stream as a nest or a join sees them. A stream of several flows, as a union gives, is one kind of row: the columns
 * that all flows have, and the keys that all share.
 *
 * @param table the name of the first flow's table
 * @param identity empty when the flows differ or do not know theirs
 */
record NestRows(String table, RowType type, List<String> identity, List<List<String>> keys) {
    static NestRows of(Stream stream) {
        List<Flow> flows = stream.flows();
        Flow first = flows.get(0);
        List<Column> columns = new ArrayList<>();
        for (Column column : first.rows().columns()) {
            Optional<Column> shared = Optional.of(column);
            for (Flow flow : flows.subList(1, flows.size())) {
                shared = both(shared, flow.rows().column(column.name()));
            }
            shared.ifPresent(columns::add);
        }
        boolean open = flows.stream().anyMatch(flow -> flow.rows().open());
        // Rows of different tables may share a value of their keys: only one flow can vouch for more than its identity.
        List<List<String>> keys = flows.size() == 1 ? first.keys() : List.of(first.identity());
        boolean same = flows.stream().allMatch(flow -> flow.identity().equals(first.identity()));
        return new NestRows(
                first.table(),
                new RowType(columns, open),
                same ? first.identity() : List.of(),
                same && !first.identity().isEmpty() ? keys : List.of());
    }

    private static Optional<Column> both(Optional<Column> left, Optional<Column> right) {
        if (left.isEmpty() || right.isEmpty()) {
            return Optional.empty();
        }
        boolean nullable = left.get().nullable() || right.get().nullable();
        return left.get().type().equals(right.get().type())
                ? Optional.of(new Column(
                        left.get().name(), left.get().type(), left.get().nativeType(), nullable))
                : Optional.of(new Column(left.get().name(), Optional.empty(), "dyn", nullable));
    }

    /** Whether the columns tell every row apart: they hold a key, and none of them is ever null. */
    boolean identifiedBy(List<String> columns) {
        boolean neverNull = columns.stream()
                .allMatch(name -> keys.stream().anyMatch(key -> key.contains(name))
                        || type.column(name)
                                .filter(column -> !column.nullable())
                                .isPresent());
        return neverNull && keys.stream().anyMatch(columns::containsAll);
    }

    /** Whether the columns, in any order, are one of the keys. */
    static boolean isOneOf(List<String> columns, List<List<String>> keys) {
        Set<String> set = new TreeSet<>(columns);
        return keys.stream().anyMatch(key -> new TreeSet<>(key).equals(set));
    }

    /** {@code `[a, b]` or `[c]`}. */
    static String alternatives(List<List<String>> keys) {
        return keys.isEmpty()
                ? "nothing that is known"
                : keys.stream()
                        .map(columns -> "`[" + String.join(", ", columns) + "]`")
                        .collect(Collectors.joining(" or "));
    }
}
