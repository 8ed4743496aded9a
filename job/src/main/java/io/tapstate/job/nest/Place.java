package io.tapstate.job.nest;

import io.tapstate.connectors.key.RowKey;

/**
 * Where a row stands: in which document, and where in it.
 *
 * @param document key of the document, or of the shared row, that gathers it
 * @param path as in {@link NestChange}
 */
public record Place(RowKey document, RowKey path) {
    /** The place of what stands below this one. */
    Place below(RowKey rest) {
        return new Place(document, ElementPath.join(path, rest));
    }
}
