package io.tapstate.job.nest;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Where embedded rows stand in their parent.
 *
 * @param name field name within the parent, dots making nested objects; of {@link Shape#FLAT} a name that only paths hold
 * @param keyLength how many key components an element path has at this level: array key and identity
 * @param ignoreUpdates an update of such a row is kept, but is no reason to send the document
 * @param embeds what stands in each of the rows, in declared order
 */
public record EmbedField(String name, Shape shape, int keyLength, boolean ignoreUpdates, ArrayList<EmbedField> embeds)
        implements Serializable {
    /** How rows stand in their parent. */
    public enum Shape {
        /** A list in array-key order, {@code []} when empty. */
        ARRAY,
        /** A sub-document; absent when there is none. */
        OBJECT,
        /** The row's fields stand in the parent itself. */
        FLAT
    }

    public EmbedField(String name, Shape shape, int keyLength, boolean ignoreUpdates, List<EmbedField> embeds) {
        this(name, shape, keyLength, ignoreUpdates, new ArrayList<>(embeds));
    }

    /** Rows with nothing in them. */
    public EmbedField(String name, Shape shape, int keyLength) {
        this(name, shape, keyLength, false, List.of());
    }
}
