/**
 * Binds names: first by text alone ({@link io.tapstate.planner.resolve.PipelineWiring}), then with the schemas
 * ({@link io.tapstate.planner.resolve.PipelineBinder}), which types every stream on the way. Start at these two.
 */
package io.tapstate.planner.resolve;
