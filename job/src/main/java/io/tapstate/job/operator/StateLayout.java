package io.tapstate.job.operator;

import io.tapstate.connectors.key.RowKey;
import io.tapstate.job.nest.Delivery;
import io.tapstate.job.nest.Place;
import java.util.List;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.StateDescriptor;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.BooleanSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;

/**
 * Every piece of keyed state that operators keep: names and serializers are what savepoints are read by, so they never
 * change under a step kind that exists.
 */
public final class StateLayout {
    private StateLayout() {}

    /**
     * {@code assemble-documents/1}, keyed by document: element path to row. One entry per row of the document, waiting
     * rows included; freed as rows are removed.
     */
    static MapStateDescriptor<RowKey, byte[]> elements() {
        return new MapStateDescriptor<>(
                "elements", OrderedKeySerializer.INSTANCE, BytePrimitiveArraySerializer.INSTANCE);
    }

    /** {@code assemble-documents/1}, keyed by document: what readers have of it. Freed when the document is deleted. */
    static ValueStateDescriptor<Delivery> delivery() {
        return new ValueStateDescriptor<>("delivery", DeliverySerializer.INSTANCE);
    }

    /**
     * {@code assemble-documents/1}, keyed by document: processing time in epoch milliseconds at which what does not fit
     * into its parent is judged. Only while something does not.
     */
    static ValueStateDescriptor<Long> doubt() {
        return new ValueStateDescriptor<>("doubt", LongSerializer.INSTANCE);
    }

    /**
     * {@code route-rows/1} and {@code lookup-rows/1}, keyed by the columns of an edge: where the rows stand that are found
     * by them. One entry per place; freed as places are left.
     */
    static MapStateDescriptor<Place, Boolean> places() {
        return new MapStateDescriptor<>("places", PlaceSerializer.INSTANCE, BooleanSerializer.INSTANCE);
    }

    /**
     * {@code route-rows/1}: path below the parent to row, one entry per row, waiting rows included. {@code lookup-rows/1}:
     * the shared row and what stands in it, as in {@link #elements}. Freed as rows are removed.
     */
    static MapStateDescriptor<RowKey, byte[]> rows() {
        return new MapStateDescriptor<>("rows", OrderedKeySerializer.INSTANCE, BytePrimitiveArraySerializer.INSTANCE);
    }

    /** {@code lookup-rows/1}: since when a change waits to be given to the places; only while it does. */
    static ValueStateDescriptor<Long> unshared() {
        return new ValueStateDescriptor<>("unshared", LongSerializer.INSTANCE);
    }

    /** {@code remember-keys/1}, keyed by row identity: a document of the remembered columns. Freed by a delete. */
    static ValueStateDescriptor<byte[]> remembered() {
        return new ValueStateDescriptor<>("remembered", BytePrimitiveArraySerializer.INSTANCE);
    }

    /**
     * {@code read-tables/1}, keyed by row identity: a document of the row's values that the log may leave out. Only for
     * rows that have some; freed by a delete.
     */
    static ValueStateDescriptor<byte[]> largeValues() {
        return new ValueStateDescriptor<>("large-values", BytePrimitiveArraySerializer.INSTANCE);
    }

    /** {@code read-tables/1}, of the operator that has {@link #largeValues}: the changes of columns so far, in order. */
    static ListStateDescriptor<byte[]> followedColumns() {
        return new ListStateDescriptor<>("followed-columns", BytePrimitiveArraySerializer.INSTANCE);
    }

    /** {@code query-rows/1}, keyed by the key of its output: {@code SettledRow}'s state. Freed with the row. */
    static ValueStateDescriptor<byte[]> settled() {
        return new ValueStateDescriptor<>("settled", BytePrimitiveArraySerializer.INSTANCE);
    }

    /**
     * {@code read-tables/1}, keyed by row: every row of a table that changes by foreign keys, whole; and the row that is
     * about to take another key. Freed by a delete.
     */
    static ValueStateDescriptor<byte[]> cascadeRow() {
        return new ValueStateDescriptor<>("cascade-row", BytePrimitiveArraySerializer.INSTANCE);
    }

    /** {@code read-tables/1}, keyed by parent: the rows that refer to it. One entry per row; freed as they leave. */
    static MapStateDescriptor<RowKey, Boolean> cascadeChildren() {
        return new MapStateDescriptor<>("cascade-children", OrderedKeySerializer.INSTANCE, BooleanSerializer.INSTANCE);
    }

    /** All of them, in the order of this file. */
    static List<StateDescriptor<?, ?>> all() {
        return List.of(
                elements(),
                delivery(),
                doubt(),
                places(),
                rows(),
                unshared(),
                remembered(),
                largeValues(),
                followedColumns(),
                settled(),
                cascadeRow(),
                cascadeChildren());
    }
}
