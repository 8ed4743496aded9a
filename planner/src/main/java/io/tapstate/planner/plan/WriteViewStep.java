package io.tapstate.planner.plan;

import io.tapstate.connectors.catalog.ConnectorCatalog;
import java.util.List;
import java.util.TreeMap;

/**
 * Writes documents to a collection: {@code view.<view id>}. Replaces by {@code _id}, which is the primary key: the bare
 * value for one column, a sub-document in declared order for several.
 *
 * @param connector catalogue id of the store
 * @param config settings of the store; of MongoDB, {@code uri} is present, usually as the reference {@code
 *     ${TAPSTATE_VIEWS_URI}}
 * @param primaryKey columns, in order; also a unique index
 * @param indexes further single-field indexes
 */
public record WriteViewStep(
        StepId id,
        StreamRef input,
        String view,
        String connector,
        TreeMap<String, String> config,
        String collection,
        List<String> primaryKey,
        List<String> indexes)
        implements PlanStep {
    /** The connector that views are written through where the author names none. */
    public static final String MONGODB = ConnectorCatalog.MONGODB;

    public WriteViewStep {
        config = new TreeMap<>(config);
        primaryKey = List.copyOf(primaryKey);
        indexes = List.copyOf(indexes);
    }

    /** A view in MongoDB. */
    public WriteViewStep(
            StepId id,
            StreamRef input,
            String view,
            TreeMap<String, String> config,
            String collection,
            List<String> primaryKey,
            List<String> indexes) {
        this(id, input, view, MONGODB, config, collection, primaryKey, indexes);
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
