package io.tapstate.planner.spec;

import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.planner.plan.ReadMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A {@code kind: pipeline}. Parts whose required fields are missing are left out; the fault is recorded.
 *
 * @param sources source ids, in order, each once
 * @param stepsUnread a transform could not be read, so that a name nobody has may be its
 * @param viewUnread a view is written but could not be read
 * @param serveUnread likewise
 */
public record PipelineSpec(
        Located<String> id,
        List<Located<String>> sources,
        List<StepSpec> steps,
        boolean stepsUnread,
        Optional<ViewSpec> view,
        boolean viewUnread,
        Optional<ServeSpec> serve,
        boolean serveUnread,
        SettingsSpec settings,
        SourceSpan span)
        implements ResourceSpec {
    public PipelineSpec {
        sources = List.copyOf(sources);
        steps = List.copyOf(steps);
    }

    /**
     * One element of {@code transforms}. Exactly one of {@code use} and {@code body} is present.
     *
     * @param id written, else the name in {@code use}, else {@code <type>_<N>} with N the 1-based position
     * @param idWritten whether the author wrote it
     * @param from absent for the previous step
     */
    public record StepSpec(
            Located<String> id,
            boolean idWritten,
            Optional<Located<String>> use,
            Optional<TransformBody> body,
            Optional<FromSpec> from,
            Map<Located<String>, YamlValue> options,
            SourceSpan span) {}

    /**
     * What a step reads: a list of references, or a mapping of alias to reference. Exactly one is not empty.
     *
     * @param aliases in file order
     */
    public record FromSpec(
            List<Located<String>> references, Map<Located<String>, Located<String>> aliases, SourceSpan span) {
        public FromSpec {
            references = List.copyOf(references);
        }

        public boolean isAliased() {
            return !aliases.isEmpty();
        }
    }

    /**
     * @param id written, else the name in {@code use}, else {@code view}
     * @param from absent for the last transform
     * @param body absent exactly when {@code use} is present
     */
    public record ViewSpec(
            Located<String> id,
            Optional<Located<String>> use,
            Optional<Located<String>> from,
            Optional<ViewBody> body,
            SourceSpan span) {}

    /**
     * @param id written, else the name in {@code use}, else {@code serve}
     * @param from absent for the view, else the last transform
     * @param body absent exactly when {@code use} is present
     */
    public record ServeSpec(
            Located<String> id,
            Optional<Located<String>> use,
            Optional<Located<String>> from,
            Optional<ServeBody> body,
            SourceSpan span) {}

    /**
     * Every field absent when not written.
     *
     * @param errorPolicy {@code fail}, {@code skip} or {@code dead_letter}
     * @param readModeUnread a mode is written, but offline a reference decides it, or it is illegal
     * @param startFrom {@code earliest}, {@code latest} or an instant, not yet judged
     */
    public record SettingsSpec(
            Optional<Located<String>> errorPolicy,
            Optional<Located<Integer>> batchSize,
            Optional<Located<Integer>> parallelism,
            Optional<Located<String>> schedule,
            Optional<Located<ReadMode>> readMode,
            boolean readModeUnread,
            Optional<Located<String>> startFrom,
            Optional<Located<Long>> sendWindowMillis) {
        public static final SettingsSpec EMPTY = new SettingsSpec(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty(),
                Optional.empty());
    }
}
