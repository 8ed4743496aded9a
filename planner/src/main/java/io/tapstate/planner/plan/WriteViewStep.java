package io.tapstate.planner.plan;

import java.util.List;
import java.util.TreeMap;

/**
 * Writes documents to a collection: {@code view.<view id>}. Replaces by {@code _id}, which is the primary key: the bare
 * value for one column, a sub-document in declared order for several.
 *
 * @param config settings of the store; {@code uri} is present, usually as the reference {@code ${TAPSTATE_VIEWS_URI}}
 * @param primaryKey columns, in order; also a unique index
 * @param indexes further single-field indexes
 */
public record WriteViewStep(
        StepId id,
        StreamRef input,
        String view,
        TreeMap<String, String> config,
        String collection,
        List<String> primaryKey,
        List<String> indexes)
        implements PlanStep {
    public WriteViewStep {
        config = new TreeMap<>(config);
        primaryKey = List.copyOf(primaryKey);
        indexes = List.copyOf(indexes);
    }

    @Override
    public TreeMap<String, String> config() {
        return new TreeMap<>(config);
    }

    @Override
    public String kind() {
        return "write-view/1";
    }

    @Override
    public List<StreamRef> inputs() {
        return List.of(input);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
