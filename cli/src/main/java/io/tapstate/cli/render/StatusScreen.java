package io.tapstate.cli.render;

import io.tapstate.cli.gateway.JobView;
import java.time.Duration;

/** One screen about one running job. */
public final class StatusScreen {
    private StatusScreen() {}

    public static String render(String pipeline, String dashboard, JobView job, Style style) {
        StringBuilder text = new StringBuilder();
        String state = job.state().equals("RUNNING") ? style.green(job.state()) : style.red(job.state());
        text.append(style.bold(pipeline)).append("  ").append(state).append('\n');
        line(text, "job", job.id());
        line(text, "dashboard", dashboard + "/#/job/running/" + job.id() + "/overview");
        line(text, "uptime", Quantities.time(Duration.between(job.started(), job.observed())));
        line(text, "restarts", Long.toString(job.restarts()));
        line(text, "checkpoint", checkpoint(job));
        leftOut(text, job);
        TextTable tables = new TextTable("TABLE", "PHASE", "SNAPSHOT ROWS", "CHANGES");
        job.tables()
                .forEach(table -> tables.row(
                        table.table(),
                        table.streaming() ? "streaming" : "snapshot",
                        Long.toString(table.snapshotRows()),
                        Long.toString(table.changes())));
        return text + (tables.isEmpty() ? "" : "\n" + tables.render(style));
    }

    private static String checkpoint(JobView job) {
        return job.lastCheckpoint()
                .map(last -> "#" + last.number() + ", "
                        + Quantities.time(nonNegative(Duration.between(last.completed(), job.observed()))) + " ago, "
                        + Quantities.bytes(last.size()) + " written of " + Quantities.bytes(last.stateSize())
                        + " state, took " + Quantities.time(last.duration()))
                .orElse("none yet");
    }

    private static void leftOut(StringBuilder text, JobView job) {
        long skipped = job.total("recordsSkipped");
        long kept = job.total("recordsDeadLettered");
        if (skipped + kept > 0) {
            line(
                    text,
                    "left out",
                    (skipped > 0 ? skipped + " skipped" : kept + " dead letters") + " since the last restart");
        }
    }

    private static Duration nonNegative(Duration age) {
        return age.isNegative() ? Duration.ZERO : age;
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(String.format("  %-11s %s%n", name, value));
    }
}
