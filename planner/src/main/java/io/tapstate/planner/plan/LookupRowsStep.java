package io.tapstate.planner.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Hands a shared row to everyone who points at it: {@code <nest id>.<path>.lookup}. Keyed by the pointed-at row's columns
 * that the edge names. Keeps that row once, with what is embedded in it, and the places that point at it; a change of the
 * row goes to all of them, a change of a pointer to the one.
 *
 * @param rows the pointed-at rows
 * @param key the columns of {@code rows} that the step is keyed by
 * @param referrer the rows that point
 * @param referrerColumns the referrer's columns that hold {@code key}, pairwise
 * @param embeds what stands in the pointed-at row
 */
public record LookupRowsStep(
        StepId id,
        StreamRef rows,
        List<String> identity,
        List<String> key,
        NestNode referrer,
        List<String> referrerColumns,
        List<Embed> embeds)
        implements PlanStep {
    public LookupRowsStep {
        identity = List.copyOf(identity);
        key = List.copyOf(key);
        referrerColumns = List.copyOf(referrerColumns);
        embeds = List.copyOf(embeds);
    }

    @Override
    public String kind() {
        return "lookup-rows/1";
    }

    @Override
    public List<StreamRef> inputs() {
        Set<StreamRef> inputs = new LinkedHashSet<>();
        inputs.add(rows);
        inputs.add(referrer.input());
        inputs.addAll(Embed.inputs(embeds));
        return List.copyOf(new ArrayList<>(inputs));
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
