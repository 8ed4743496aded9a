package io.tapstate.planner.plan;

import io.tapstate.connectors.diagnostics.SourceSpan;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Where in the author's files the parts of a plan stand. Lives only as long as the planning: no plan holds it. */
public final class PlanSpans {
    private static final String WHOLE = "";

    private final Map<String, SourceSpan> spans = new HashMap<>();

    /** Records where a step as a whole stands. */
    public void put(StepId step, SourceSpan span) {
        put(step, WHOLE, span);
    }

    /** @param part what {@link RunnableSteps} calls it: the path of an embed, or the name of a field */
    public void put(StepId step, String part, SourceSpan span) {
        spans.put(step + "\n" + part, span);
    }

    /** Records where a setting of the pipeline stands. */
    public void put(String setting, SourceSpan span) {
        spans.put("\n" + setting, span);
    }

    Optional<SourceSpan> of(StepId step) {
        return of(step, WHOLE);
    }

    /** Where the part stands, else the step. */
    Optional<SourceSpan> of(StepId step, String part) {
        return Optional.ofNullable(spans.get(step + "\n" + part))
                .or(() -> Optional.ofNullable(spans.get(step + "\n" + WHOLE)));
    }

    Optional<SourceSpan> of(String setting) {
        return Optional.ofNullable(spans.get("\n" + setting));
    }
}
