package io.tapstate.planner.plan;

import io.tapstate.connectors.api.VariableReferences;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * The secrets that a workspace spells out. A plan is written to disk and passed around, so it holds a reference for each
 * ({@code ${TAPSTATE_SECRET_ORDERS_DB_PASSWORD}}) and the value stands here, for whoever builds the job. Never prints
 * values.
 */
public final class PlanSecrets {
    /** No file of the pipeline spells a secret out. */
    public static final PlanSecrets NONE = new PlanSecrets(Map.of());

    private final TreeMap<String, String> texts;

    /** @param texts name of the variable to the text in the file, which may hold references itself */
    public PlanSecrets(Map<String, String> texts) {
        this.texts = new TreeMap<>(texts);
    }

    /** The variables that the plan needs besides those its author named, sorted. */
    public Set<String> names() {
        return new TreeSet<>(texts.keySet());
    }

    /**
     * Name to value, to be put into the environment of the process that builds the job and nowhere else.
     *
     * @throws io.tapstate.connectors.diagnostics.TapException {@code dsl.undefined-variable}
     */
    public Map<String, String> values(UnaryOperator<String> variables) {
        return VariableReferences.resolveAll(texts, variables);
    }

    /**
     * The variables with these secrets before them, for building the job in this process.
     *
     * @throws io.tapstate.connectors.diagnostics.TapException {@code dsl.undefined-variable}
     */
    public UnaryOperator<String> before(UnaryOperator<String> variables) {
        Map<String, String> values = values(variables);
        return name -> values.containsKey(name) ? values.get(name) : variables.apply(name);
    }

    @Override
    public String toString() {
        return "PlanSecrets" + texts.keySet();
    }
}
