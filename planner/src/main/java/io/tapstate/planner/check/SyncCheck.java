package io.tapstate.planner.check;

import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.logical.LogicalPipeline;
import io.tapstate.planner.logical.LogicalPipeline.LogicalSync;
import io.tapstate.planner.logical.LogicalPipeline.LogicalSync.Output;
import io.tapstate.planner.logical.LogicalStep;
import io.tapstate.planner.resolve.NestFields;
import io.tapstate.planner.resolve.NestTreeError;
import io.tapstate.planner.spec.ServeBody.RenameSpec;
import io.tapstate.planner.spec.TransformBody.Join;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a sync writes has a name of its own in its target, and a key where rows are replaced. */
final class SyncCheck implements PipelineCheck {
    @Override
    public void check(LogicalPipeline pipeline, Faults faults) {
        Map<String, String> taken = new HashMap<>();
        for (LogicalSync sync : pipeline.syncs()) {
            if (faults.under(sync.spec().span(), "rename")) {
                continue;
            }
            for (Output output : sync.outputs()) {
                name(sync, output, taken, faults);
                key(sync, output, faults);
                reserved(sync, output, faults);
            }
        }
    }

    private static void name(LogicalSync sync, Output output, Map<String, String> taken, Faults faults) {
        var span = sync.spec().rename().map(RenameSpec::span).orElse(sync.spec().span());
        if (output.table().isBlank()) {
            faults.add(
                    mapped(sync, output).orElse(span),
                    DslError.ILLEGAL_VALUE,
                    "field",
                    "rename",
                    "value",
                    output.table(),
                    "expected",
                    "a rule that leaves a name for the table `" + output.flow().table() + "`");
            return;
        }
        String from = output.stream().name();
        String place = sync.target().id().value() + "\n" + output.table();
        String other = taken.putIfAbsent(place, from);
        if (other != null) {
            faults.add(
                    span,
                    DslError.COMPOSITION,
                    "detail",
                    (other.equals(from)
                                    ? "two tables `" + output.flow().table() + "` that reach `" + from + "`"
                                    : "`" + other + "` and `" + from + "`")
                            + " would both be written to the table `" + output.table()
                            + "` of `" + sync.target().id().value() + "`",
                    "remedy",
                    "give one of them another name with `rename: {map: {...}}`, or let `from` name one of them");
        }
    }

    /** Where {@code rename.map} names the table. */
    private static Optional<SourceSpan> mapped(LogicalSync sync, Output output) {
        return sync.spec().rename().stream()
                .flatMap(rename -> rename.map().entrySet().stream())
                .filter(pair -> pair.getKey().value().equals(output.flow().table()))
                .map(pair -> pair.getValue().span())
                .findFirst();
    }

    /** Appended documents get a key that no column has. */
    private static void reserved(LogicalSync sync, Output output, Faults faults) {
        List<String> key = sync.append() ? List.of() : output.flow().identity();
        if (NestFields.hidesKey(output.flow().rows().names(), key)) {
            faults.add(sync.spec().span(), NestTreeError.RESERVED_FIELD, "field", "_id");
        }
    }

    private static void key(LogicalSync sync, Output output, Faults faults) {
        boolean identified = sync.append() || !output.flow().identity().isEmpty();
        if (!identified && output.stream() instanceof LogicalStep step && step.body() instanceof Join) {
            faults.add(
                    step.spec().span(),
                    CheckError.JOIN_OUTPUT_KEY_NOT_PUBLISHED,
                    "step",
                    step.id(),
                    "reader",
                    "the sync `" + sync.spec().id().value() + "`");
        } else if (!identified) {
            faults.add(
                    sync.spec().span(),
                    CheckError.UPSERT_NEEDS_KEY,
                    "table",
                    output.flow().table(),
                    "sync",
                    sync.spec().id().value());
        }
    }
}
