package io.tapstate.planner.plan;

import java.util.List;

/**
 * The rows of one node of a nest, and the columns that say where each belongs.
 *
 * @param path from the root of the nest, {@code $root} for the root itself; a node whose fields stand in its parent is
 *     called {@code $flat.<alias>} there
 * @param input its rows; where that is a {@link RouteRowsStep}, they come with their place in the tree
 * @param identity the columns that tell its rows apart wherever they stand: what identifies them, and more where that
 *     alone would not
 * @param childColumns its side of the edge to its parent; of the root, the document key
 * @param arrayKey the columns that order it among its siblings; empty for the root
 */
public record NestNode(
        String path, StreamRef input, List<String> identity, List<String> childColumns, List<String> arrayKey) {
    public NestNode {
        identity = List.copyOf(identity);
        childColumns = List.copyOf(childColumns);
        arrayKey = List.copyOf(arrayKey);
    }
}
