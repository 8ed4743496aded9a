package io.tapstate.cli.run;

import io.tapstate.cli.error.CliError;
import io.tapstate.connectors.api.SchemaCatalog;
import io.tapstate.connectors.client.LiveSchemas;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.TapPlanner;
import io.tapstate.planner.Workspace;
import io.tapstate.planner.WorkspaceReader;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.JobPlanCodec;
import io.tapstate.planner.plan.ObservedSchemas;
import io.tapstate.planner.plan.PlanChanges;
import io.tapstate.planner.plan.PlanCompatibility;
import io.tapstate.planner.plan.PlanFingerprint;
import io.tapstate.planner.plan.PlanOutcome;
import io.tapstate.planner.plan.SavedPlan;
import io.tapstate.planner.schema.RecordedSchemas;
import io.tapstate.planner.schema.SchemaFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Plans pipelines of a workspace. Changes nothing anywhere. */
public final class Planning {
    private final Path workspace;
    private final Workspace files;
    private final Schemas schemas;
    private final Path stateFolder;
    private final UnaryOperator<String> variables;

    /** Who is asked about the tables of a source. */
    public enum Schemas {
        /** Its recording, and its database when there is none. */
        RECORDED_ELSE_LIVE,
        /** Its database, whatever is recorded. */
        LIVE,
        /** Its recording and nobody else. */
        RECORDED
    }

    /**
     * A plan, and what it would do to what is deployed.
     *
     * @param deployed the plan that the state folder holds the state of
     * @param saved the plan as it can be saved, to be run later if the world has not moved
     */
    public record Planned(PlanOutcome outcome, PlanChanges changes, Optional<JobPlan> deployed, SavedPlan saved) {}

    /**
     * @param variables what {@code ${VAR}} references mean; null when unset
     * @throws TapException with every {@code workspace.*} fault
     */
    public Planning(Path workspace, Schemas schemas, Path stateFolder, UnaryOperator<String> variables) {
        this.workspace = workspace;
        this.files = WorkspaceReader.read(workspace);
        this.schemas = schemas;
        this.stateFolder = stateFolder;
        this.variables = variables;
    }

    /**
     * The plan alone; what is deployed is not looked at.
     *
     * @throws TapException with every fault of the files, the recordings and the databases they name
     */
    public PlanOutcome outcome(String pipeline) {
        return TapPlanner.plan(files, pipeline, catalog(), variables);
    }

    /** @throws TapException as {@link #outcome}, and when the plan of what is deployed cannot be read */
    public Planned plan(String pipeline) {
        ObservedSchemas observed = new ObservedSchemas(catalog());
        PlanOutcome outcome = TapPlanner.plan(files, pipeline, observed, variables);
        Optional<JobPlan> deployed = deployed(pipeline);
        SavedPlan saved =
                new SavedPlan(outcome.plan(), observed.fingerprint(outcome.plan()), deployed.map(PlanFingerprint::of));
        return new Planned(outcome, PlanCompatibility.compare(deployed, outcome), deployed, saved);
    }

    private SchemaCatalog catalog() {
        SchemaFiles recorded = new SchemaFiles(workspace);
        return switch (schemas) {
            case LIVE -> new LiveSchemas(variables);
            case RECORDED -> new RecordedSchemas(recorded, RecordedSchemas.NONE);
            case RECORDED_ELSE_LIVE -> new RecordedSchemas(recorded, new LiveSchemas(variables));
        };
    }

    // The plan beside the checkpoints is the one they belong to; a run that never had a checkpoint left none.
    private Optional<JobPlan> deployed(String pipeline) {
        Path plan = stateFolder.resolve(pipeline).resolve("plan.json");
        if (!Files.exists(plan)) {
            return Optional.empty();
        }
        try {
            return Optional.of(JobPlanCodec.read(Files.readAllBytes(plan)));
        } catch (IOException e) {
            throw TapException.because(e, CliError.FOLDER_UNUSABLE, "path", plan, "reason", WritableFolder.reason(e));
        } catch (TapException e) {
            // By itself it would read as if the plan that is being made were damaged.
            String reason = "its plan.json: " + e.diagnostics().get(0).message();
            throw TapException.because(e, CliError.FOLDER_UNUSABLE, "path", plan.getParent(), "reason", reason);
        }
    }
}
