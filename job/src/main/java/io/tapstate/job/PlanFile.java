package io.tapstate.job;

import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.JobPlanCodec;
import io.tapstate.planner.plan.PlanError;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads {@code plan.json}. */
public final class PlanFile {
    private PlanFile() {}

    /** @throws TapException as {@link #parse}, also when there is no such file */
    public static JobPlan read(Path file) {
        try {
            return parse(Files.readAllBytes(file), file);
        } catch (NoSuchFileException e) {
            throw unreadable(e, file, "there is no such file");
        } catch (AccessDeniedException e) {
            throw unreadable(e, file, "access denied");
        } catch (IOException e) {
            throw unreadable(e, file, e.getMessage());
        }
    }

    /**
     * @param file where the bytes came from, for the message
     * @throws TapException {@code job.plan-unreadable}, or {@code plan.version-unknown} for another release's plan
     */
    public static JobPlan parse(byte[] plan, Path file) {
        try {
            return JobPlanCodec.read(plan);
        } catch (TapException e) {
            String detail = e.diagnostics().get(0).parameters().get("detail");
            if (e.diagnostics().get(0).code().equals(PlanError.FILE_UNREADABLE.code())) {
                throw unreadable(e, file, detail);
            }
            throw e;
        }
    }

    private static TapException unreadable(Exception cause, Path file, String reason) {
        return TapException.because(cause, JobError.PLAN_UNREADABLE, "path", file, "reason", String.valueOf(reason));
    }
}
