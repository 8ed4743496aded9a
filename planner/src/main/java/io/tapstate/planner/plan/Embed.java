package io.tapstate.planner.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * One edge of a nest, seen from the parent.
 *
 * @param path field name within the parent, dots making nested objects; {@code $flat.<alias>} for {@link Shape#FLAT},
 *     which makes no field
 * @param input where the rows arrive from: the stream itself, the {@link RouteRowsStep} that knows their place, or the
 *     {@link LookupRowsStep} that holds what is pointed at
 * @param identity the columns that identify a row of the embedded stream
 * @param childColumns the embedded stream's side of {@code on}
 * @param parentColumns the parent's side, pairwise; empty where that is the key of the step itself, in its order
 * @param arrayKey the columns that order the elements
 * @param ignoreUpdates an update of the embedded row does not send the document again
 * @param embeds what stands in each embedded row; those of a pointed-at row are its lookup's
 */
public record Embed(
        String path,
        StreamRef input,
        Shape shape,
        Direction direction,
        List<String> identity,
        List<String> childColumns,
        List<String> parentColumns,
        List<String> arrayKey,
        boolean ignoreUpdates,
        List<Embed> embeds) {
    /** How embedded rows stand in their parent. */
    public enum Shape {
        /** A list in array-key order, {@code []} when empty. */
        ARRAY,
        /** A sub-document; absent when there is none. */
        OBJECT,
        /** The row's fields stand in the parent itself. */
        FLAT
    }

    /** Which side of an edge carries the other's identity. */
    public enum Direction {
        /** The child carries its parent's. */
        BELONGS_TO,
        /** The parent carries the child's. */
        POINTS_AT
    }

    public Embed {
        identity = List.copyOf(identity);
        childColumns = List.copyOf(childColumns);
        parentColumns = List.copyOf(parentColumns);
        arrayKey = List.copyOf(arrayKey);
        embeds = List.copyOf(embeds);
    }

    /** Rows that belong to the document itself, with nothing in them. */
    public Embed(
            String path,
            StreamRef input,
            Shape shape,
            List<String> identity,
            List<String> childColumns,
            List<String> arrayKey) {
        this(path, input, shape, Direction.BELONGS_TO, identity, childColumns, List.of(), arrayKey, false, List.of());
    }

    /** The streams of a list of embeds and all below them, depth first. */
    static List<StreamRef> inputs(List<Embed> embeds) {
        List<StreamRef> inputs = new ArrayList<>();
        for (Embed embed : embeds) {
            inputs.add(embed.input());
            inputs.addAll(inputs(embed.embeds()));
        }
        return inputs;
    }
}
