package io.tapstate.planner.plan;

/**
 * Names a step for as long as its state lives: it is the Flink uid. Built from what the author can see
 * ({@code source.orders_db}, {@code nest_1}, {@code nest_1.shipments.keys}, {@code view.order_state}), never from a
 * counter of ours.
 */
public record StepId(String value) implements Comparable<StepId> {
    public StepId {
        if (value.isBlank()) {
            throw new IllegalArgumentException("a step id is never blank");
        }
    }

    @Override
    public int compareTo(StepId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
