package io.tapstate.connectors.mongodb.runtime;

import io.tapstate.connectors.catalog.WriteMode;
import io.tapstate.connectors.runtime.RecordFaults;
import io.tapstate.connectors.runtime.SinkRequest;
import java.io.Serializable;
import java.util.UUID;

/**
 * What of a {@link SinkRequest} travels to the writers.
 *
 * @param load names what this submission loads
 * @param batchSize most documents in one write
 */
record SinkPlan(
        String pipeline,
        WriteMode mode,
        TargetCollections targets,
        SinkRequest.Settings settings,
        RecordFaults faults,
        String load,
        int batchSize)
        implements Serializable {
    static final int MOST_DOCUMENTS = 1_000;

    /** Whether a load from the start removes what it did not write. */
    boolean sweeps() {
        return mode == WriteMode.UPSERT && settings.loads();
    }

    static SinkPlan of(SinkRequest request) {
        return new SinkPlan(
                request.pipeline(),
                request.mode(),
                new TargetCollections(request.targets()),
                request.settings(),
                request.faults(),
                UUID.randomUUID().toString(),
                request.settings().batchSize() == null
                        ? MOST_DOCUMENTS
                        : request.settings().batchSize());
    }
}
