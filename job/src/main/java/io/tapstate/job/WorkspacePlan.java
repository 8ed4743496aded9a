package io.tapstate.job;

import io.tapstate.connectors.client.LiveSchemas;
import io.tapstate.planner.TapPlanner;
import io.tapstate.planner.WorkspaceReader;
import io.tapstate.planner.plan.PlanOutcome;
import java.util.function.UnaryOperator;

/** Plans a pipeline where it will run, against the live databases. */
final class WorkspacePlan {
    private WorkspacePlan() {}

    /** @throws io.tapstate.connectors.diagnostics.TapException with every fault of the workspace */
    static PlanOutcome make(JobArguments.WorkspacePipeline workspace, UnaryOperator<String> variables) {
        return TapPlanner.plan(
                WorkspaceReader.read(workspace.directory()),
                workspace.pipeline(),
                new LiveSchemas(variables),
                variables);
    }
}
