package io.tapstate.job.translate;

import io.tapstate.job.nest.EmbedField;
import io.tapstate.job.nest.NestRoute;
import io.tapstate.job.nest.Placements;
import io.tapstate.job.nest.RememberedKeys;
import io.tapstate.job.nest.SendWindow;
import io.tapstate.job.operator.AssembleDocumentsFunction;
import io.tapstate.planner.plan.StepId;
import java.util.List;

/**
 * Makes the stages of a nest, in a Flink job or wherever else they are played. What stands beside what is
 * {@link NestWiring}'s to say.
 *
 * @param <R> a stream of {@code RowChange}
 * @param <C> a stream of {@code NestChange}
 * @param <P> a stream of {@code Placement}
 */
interface NestStages<R, C, P> {
    /** Completes old rows; keyed by the row's identity. */
    R rememberKeys(StepId id, R rows, RememberedKeys keys);

    /** Sends rows to where their own columns say that they stand; stateless. */
    C route(String uid, R rows, NestRoute route);

    /** Tells a stage where rows stand whose own columns say so; stateless. */
    P place(String uid, R rows, NestRoute route, Placements placements);

    /** All changes of several streams; of one row they come from one of them. */
    C merge(List<C> changes);

    /** Finds the place of rows below parents; keyed by the parent's columns. */
    Routed<C, P> routeRows(StepId id, P parents, C rows, List<Listener> listeners);

    /** Gives rows to whoever points at them; keyed by the pointed-at row's columns. */
    C lookupRows(StepId id, P referrers, C rows, String embed, List<EmbedField> fields);

    /** Assembles documents; keyed by the document key. */
    R assembleDocuments(StepId id, C rows, AssembleDocumentsFunction.Settings settings, SendWindow window);

    /**
     * Somebody who is told where the rows of one child of a routing stage stand.
     *
     * @param stage id of the stage that is told
     * @param child the embed's name in the parent
     */
    record Listener(StepId stage, String child, Placements placements) {}

    /** What comes out of a routing stage. */
    interface Routed<C, P> {
        /** The rows with their places. */
        C rows();

        /** What one listener is told. */
        P placements(StepId listener);
    }
}
