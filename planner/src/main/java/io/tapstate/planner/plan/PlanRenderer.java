package io.tapstate.planner.plan;

/**
 * A plan for people and for other tools. Deterministic; no setting's value is shown, and whatever authors wrote is
 * escaped, so that no id or expression can break the output or drive a terminal.
 */
public final class PlanRenderer {
    private PlanRenderer() {}

    /**
     * What is read, how documents come about, what state that keeps, what is written. Lines ended by LF; sections
     * separated by an empty line, details indented by two blanks.
     */
    public static String text(PlanOutcome outcome) {
        return new PlanText(outcome).text();
    }

    /**
     * What becomes of what is deployed: a line per setting, step and target with {@code +} new, {@code =} kept, {@code ~}
     * changed, {@code -/+} rebuilt or {@code -} removed, then the verdict, then one line with the totals.
     */
    public static String text(PlanChanges changes) {
        return new ChangesText(changes).text();
    }

    /** The content of {@code plan.json} as YAML 1.2. */
    public static String yaml(JobPlan plan) {
        return PlanYaml.text(PlanTree.of(plan));
    }

    /** A graph in Graphviz' language: a node per step, an edge per stream. */
    public static String dot(JobPlan plan) {
        return PlanGraph.of(plan).dot();
    }

    /** The same graph as a Mermaid flow chart. */
    public static String mermaid(JobPlan plan) {
        return PlanGraph.of(plan).mermaid();
    }
}
