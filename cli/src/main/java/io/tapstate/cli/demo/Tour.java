package io.tapstate.cli.demo;

import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.render.DocumentRenderer;
import io.tapstate.cli.render.Quantities;
import io.tapstate.cli.run.Distribution;
import io.tapstate.cli.run.EngineEvent;
import io.tapstate.cli.run.StopSignal;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Walks the demo's tour by itself and checks every step: the initial load, live changes with their commit-to-visible
 * times, a {@code kill -9} of Flink with changes while it is dead, a clean stop and a warm start, and in the end every
 * document against a recomputation from the tables.
 */
public final class Tour {
    private static final Duration LOAD_PATIENCE = Duration.ofMinutes(3);
    private static final Duration CHANGE_PATIENCE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(3);

    private final DemoOptions options;
    private final Map<String, String> environment;
    private final Distribution distribution;
    private final TourReport report;
    private final StopSignal stop;

    Tour(
            DemoOptions options,
            Map<String, String> environment,
            Distribution distribution,
            TourReport report,
            StopSignal stop) {
        this.options = options;
        this.environment = environment;
        this.distribution = distribution;
        this.report = report;
        this.stop = stop;
    }

    /** Walks it; whatever was started is stopped again, however it ends. */
    int walk() throws InterruptedException {
        report.heading("cold start: servers, sample, initial load");
        long begun = System.nanoTime();
        try (DemoSession session = open();
                TourStage stage = TourStage.open(session)) {
            firstEngine(stage, begun);
            secondEngine(stage);
        }
        report.heading("warm start: everything was stopped cleanly and starts again");
        long warm = System.nanoTime();
        try (DemoSession session = open();
                TourStage stage = TourStage.open(session)) {
            warmEngine(stage, warm);
        }
        report.conclude();
        return report.failed() ? ExitCode.REFUSED : ExitCode.DONE;
    }

    private DemoSession open() {
        return DemoSession.open(options, false, environment, distribution, stop, report::note);
    }

    private void firstEngine(TourStage stage, long begun) throws InterruptedException {
        try (TourEngine engine = TourEngine.start(stage.session().run())) {
            engine.awaitStreaming("initial load", LOAD_PATIENCE, stop);
            if (expect(stage, TourSteps.LOADED, System.nanoTime())) {
                report.ok(TourSteps.LOADED.title() + ", after", since(begun));
            }
            report.heading("live changes: time from commit to visible");
            for (TourStep step : TourSteps.LIVE) {
                stage.apply(step.changes());
                long committed = System.nanoTime();
                if (expect(stage, step, committed)) {
                    report.visible(step.title(), since(committed));
                }
            }
            report.heading("kill -9 of Flink (process " + engine.pid() + ")");
            engine.kill();
        }
    }

    private void secondEngine(TourStage stage) throws InterruptedException {
        stage.apply(TourSteps.WHILE_DEAD.changes());
        report.ok(TourSteps.WHILE_DEAD.changes().size() + " changes committed in both databases while it is dead");
        long begun = System.nanoTime();
        try (TourEngine engine = TourEngine.start(stage.session().run())) {
            EngineEvent streaming = engine.awaitStreaming("restart after kill -9", LOAD_PATIENCE, stop);
            if (expect(stage, TourSteps.WHILE_DEAD, System.nanoTime())) {
                report.ok(TourSteps.WHILE_DEAD.title() + ", after", since(begun));
            }
            proveNothingWasReadAgain(engine, streaming);
            compareAll(stage);
        }
    }

    private void warmEngine(TourStage stage, long begun) throws InterruptedException {
        try (TourEngine engine = TourEngine.start(stage.session().run())) {
            EngineEvent streaming = engine.awaitStreaming("warm start", LOAD_PATIENCE, stop);
            report.ok("documents visible and streaming, after", since(begun));
            proveNothingWasReadAgain(engine, streaming);
            TourStep step = TourSteps.AFTER_WARM_START;
            stage.apply(step.changes());
            long committed = System.nanoTime();
            if (expect(stage, step, committed)) {
                report.visible(step.title(), since(committed));
            }
            compareAll(stage);
        }
    }

    private void proveNothingWasReadAgain(TourEngine engine, EngineEvent streaming) {
        String title = "no table was read again";
        String restored = engine.find(EngineEvent.Kind.STARTING)
                .map(starting -> starting.text("restored"))
                .orElse("");
        if (restored.isEmpty()) {
            report.fail(title, "the engine did not start from a checkpoint");
        } else if (engine.find(EngineEvent.Kind.SNAPSHOT).isPresent()) {
            report.fail(title, "the engine reports an initial load");
        } else if (streaming.tables().isEmpty() || streaming.rows() != 0) {
            report.fail(title, "snapshot rows read in this start: " + streaming.tables());
        } else {
            report.ok(title + ": snapshot rows in this start " + streaming.tables());
            report.note("restored from " + restored);
        }
    }

    /** Polls until every expectation of a step holds; reports a failure when that takes too long. */
    private boolean expect(TourStage stage, TourStep step, long from) throws InterruptedException {
        for (TourStep.Expectation expectation : step.expectations()) {
            while (!expectation.holds().test(stage.document(expectation.order()))) {
                stop.throwIfRequested();
                if (since(from).compareTo(CHANGE_PATIENCE) > 0) {
                    String found = stage.document(expectation.order())
                            .map(DocumentRenderer::line)
                            .orElse("no document");
                    report.fail(
                            step.title(),
                            "after " + Quantities.time(CHANGE_PATIENCE) + " order " + expectation.order() + " is "
                                    + found);
                    return false;
                }
                stop.await(POLL);
            }
        }
        return true;
    }

    private void compareAll(TourStage stage) throws InterruptedException {
        String title = "all documents equal a recomputation from the tables";
        List<String> wanted = stage.recomputed();
        long begun = System.nanoTime();
        while (!stage.documents().equals(wanted) && since(begun).compareTo(CHANGE_PATIENCE) < 0) {
            stop.throwIfRequested();
            stop.await(POLL);
        }
        List<String> found = stage.documents();
        if (found.equals(wanted)) {
            report.ok(title + " (" + found.size() + ")");
            return;
        }
        report.fail(title, "they differ");
        wanted.stream().filter(line -> !found.contains(line)).forEach(line -> report.note("wanted " + line));
        found.stream().filter(line -> !wanted.contains(line)).forEach(line -> report.note("found  " + line));
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }
}
