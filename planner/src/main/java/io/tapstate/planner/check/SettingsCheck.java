package io.tapstate.planner.check;

import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.expression.Schedule;
import io.tapstate.planner.expression.StartFrom;
import io.tapstate.planner.resolve.WiredPipeline;

/** {@code schedule} is a cron expression, {@code start_from} a position. */
final class SettingsCheck implements WiringCheck {
    @Override
    public void check(WiredPipeline pipeline, Faults faults) {
        var settings = pipeline.spec().settings();
        settings.schedule()
                .filter(text -> !text.value().contains("${"))
                .ifPresent(text -> EmbeddedText.record(
                        text.span(), Schedule.parse(text.value()).faults(), faults));
        settings.startFrom()
                .filter(text -> !text.value().contains("${"))
                .ifPresent(text -> EmbeddedText.record(
                        text.span(), StartFrom.parse(text.value()).faults(), faults));
    }
}
