package io.tapstate.planner.logical;

import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.planner.spec.TransformBody.Shape;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A nest as a tree of streams whose edges know their direction.
 *
 * @param root its edge is empty
 * @param key the root's columns that are the document key, in order
 * @param append every version is sent, none folded ({@code root.mode: append})
 * @param subFirst children before their parent where both wait ({@code order: sub_first})
 * @param stateNamespace where the state lives, when the author names it
 */
public record LogicalNest(
        Node root,
        List<String> key,
        boolean append,
        boolean subFirst,
        OptionalInt entriesInMemory,
        OptionalInt maxElementsPerDocument,
        Optional<String> stateNamespace,
        long sendWindowMillis,
        SourceSpan span) {
    public LogicalNest {
        key = List.copyOf(key);
    }

    /** Which side of an edge carries the other's identity. */
    public enum Direction {
        /** The child carries its parent's: {@code shipments.order_id -> orders.id}. */
        BELONGS_TO,
        /** The parent carries the child's: {@code orders.customer_id -> customers.id}. */
        POINTS_AT
    }

    /**
     * @param stream what the rows come from; all its flows share their identity
     * @param identity the columns that identify a row, in order
     * @param edge to the parent; empty for the root
     */
    public record Node(String alias, Stream stream, List<String> identity, Optional<Edge> edge, List<Node> children) {
        public Node {
            identity = List.copyOf(identity);
            children = List.copyOf(children);
        }
    }

    /**
     * @param path the field within the parent, dots making nested objects; empty for {@link Shape#FLAT}
     * @param childColumns the child's side of {@code on}
     * @param parentColumns the parent's side, pairwise
     * @param arrayKey the columns that order the elements
     */
    public record Edge(
            String path,
            Shape shape,
            Direction direction,
            List<String> childColumns,
            List<String> parentColumns,
            List<String> arrayKey,
            boolean ignoreUpdates,
            SourceSpan span) {
        public Edge {
            childColumns = List.copyOf(childColumns);
            parentColumns = List.copyOf(parentColumns);
            arrayKey = List.copyOf(arrayKey);
        }
    }
}
