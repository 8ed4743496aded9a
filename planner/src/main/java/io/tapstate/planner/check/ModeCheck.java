package io.tapstate.planner.check;

import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.plan.ReadMode;
import io.tapstate.planner.resolve.WiredPipeline;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.SourceSpec;
import io.tapstate.planner.spec.SourceSpec.SourceModeName;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Settings that need a tail of changes, or the lack of one: {@code start_from} needs a source whose changes are read,
 * {@code schedule} needs that there is none, and no read mode asks of a source what its mode cannot give.
 */
final class ModeCheck implements WiringCheck {
    @Override
    public void check(WiredPipeline pipeline, Faults faults) {
        pipeline.spec().settings().readMode().ifPresent(mode -> readMode(pipeline, mode, faults));
        boolean complete =
                pipeline.sources().size() == pipeline.spec().sources().size()
                        && !pipeline.sources().isEmpty();
        if (!complete) {
            return;
        }
        Optional<SourceSpec> tailed = pipeline.sources().values().stream()
                .filter(source -> hasTail(pipeline, source))
                .findFirst();
        var settings = pipeline.spec().settings();
        settings.startFrom()
                .filter(start -> tailed.isEmpty())
                .ifPresent(start -> mismatch(
                        start,
                        "start_from",
                        "a pipeline that reads no changes",
                        "remove it, or read changes with `mode: cdc`",
                        faults));
        settings.schedule()
                .filter(schedule -> tailed.isPresent())
                .ifPresent(schedule -> mismatch(
                        schedule,
                        "schedule",
                        "the source `" + tailed.get().id().value() + "`, whose changes are followed without end",
                        "remove it, or set `read_mode: snapshot_only`",
                        faults));
    }

    private static boolean hasTail(WiredPipeline pipeline, SourceSpec source) {
        return pipeline.readModes().get(source.id().value()) != ReadMode.SNAPSHOT_ONLY;
    }

    private static void readMode(WiredPipeline pipeline, Located<ReadMode> readMode, Faults faults) {
        for (Map.Entry<String, SourceSpec> entry : pipeline.sources().entrySet()) {
            Optional<SourceModeName> mode = entry.getValue().mode().map(Located::value);
            boolean rowsOnly = mode.filter(name -> name == SourceModeName.SNAPSHOT || name == SourceModeName.FILE)
                    .isPresent();
            boolean endless = mode.filter(name -> name == SourceModeName.STREAM).isPresent();
            if ((rowsOnly && readMode.value() == ReadMode.CDC_ONLY)
                    || (endless && readMode.value() == ReadMode.SNAPSHOT_ONLY)) {
                String spelling = mode.get().name().toLowerCase(Locale.ROOT);
                mismatch(
                        new Located<>(readMode.value().yaml(), readMode.span()),
                        "read_mode",
                        "the source `" + entry.getKey() + "`, whose mode is `" + spelling + "`",
                        "give the source `mode: cdc`, or change `read_mode`",
                        faults);
            }
        }
    }

    private static void mismatch(Located<String> at, String field, String reason, String remedy, Faults faults) {
        faults.add(
                at.span(),
                DslError.MODE_MISMATCH,
                "field",
                field,
                "value",
                at.value(),
                "reason",
                reason,
                "remedy",
                remedy);
    }
}
