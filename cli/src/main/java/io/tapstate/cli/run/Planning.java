package io.tapstate.cli.run;

import io.tapstate.connectors.client.LiveSchemas;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.TapPlanner;
import io.tapstate.planner.WorkspaceReader;
import io.tapstate.planner.plan.PlanOutcome;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** Plans a pipeline of a workspace against the databases as they are now. Changes nothing anywhere. */
public final class Planning {
    private Planning() {}

    /**
     * @param variables what {@code ${VAR}} references mean; null when unset
     * @throws TapException with every fault of the files and of the databases they name
     */
    public static PlanOutcome live(Path workspace, String pipeline, UnaryOperator<String> variables) {
        return TapPlanner.plan(WorkspaceReader.read(workspace), pipeline, new LiveSchemas(variables), variables);
    }
}
