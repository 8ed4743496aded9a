package io.tapstate.cli.command;

import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.JobPlanCodec;
import io.tapstate.planner.plan.PlanRenderer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.TypeConversionException;

/** What {@code -o} of {@code plan} takes. */
public enum PlanFormat {
    TEXT,
    /** The plan document itself. */
    JSON,
    YAML,
    DOT,
    MERMAID;

    /** The format of that spelling, in any case. */
    public static PlanFormat of(String spelling) {
        return Arrays.stream(values())
                .filter(format -> format.toString().equals(spelling.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException(
                        "expected text, json, yaml, dot or mermaid, not `" + spelling + "`"));
    }

    /** One plan as its document, several as a list of them; never for {@link #TEXT}. */
    String write(List<JobPlan> plans) {
        return switch (this) {
            case JSON -> plans.size() == 1 ? json(plans.get(0)) : jsonList(plans);
            case YAML -> plans.stream().map(PlanRenderer::yaml).collect(Collectors.joining("---\n"));
            case DOT -> plans.stream().map(PlanRenderer::dot).collect(Collectors.joining("\n"));
            case MERMAID -> plans.stream().map(PlanRenderer::mermaid).collect(Collectors.joining("\n"));
            case TEXT -> throw new IllegalStateException("text tells more than the plan");
        };
    }

    private static String json(JobPlan plan) {
        return new String(JobPlanCodec.write(plan), StandardCharsets.UTF_8);
    }

    private static String jsonList(List<JobPlan> plans) {
        return plans.stream()
                .map(plan -> json(plan).stripTrailing())
                .collect(Collectors.joining(",\n", "[\n", "\n]\n"));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
