package io.tapstate.planner.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/** Says where two plans part, for a refusal that an author can act on. */
public final class PlanComparison {
    private PlanComparison() {}

    /**
     * The first difference that the fingerprint sees, as one sentence without a full stop; empty when there is none.
     *
     * @param running the plan whose state exists
     * @param next the plan that would take it over
     */
    public static Optional<String> firstDifference(JobPlan running, JobPlan next) {
        if (!running.pipeline().equals(next.pipeline())) {
            return Optional.of("the pipeline was `" + running.pipeline() + "` and is `" + next.pipeline() + "`");
        }
        if (running.readMode() != next.readMode()) {
            return Optional.of("`read_mode` was `" + running.readMode().yaml() + "` and is `"
                    + next.readMode().yaml() + "`");
        }
        Map<String, Map<?, ?>> before = steps(running);
        Map<String, Map<?, ?>> after = steps(next);
        for (Map.Entry<String, Map<?, ?>> step : before.entrySet()) {
            if (!after.containsKey(step.getKey())) {
                return Optional.of("the step `" + step.getKey() + "` is gone");
            }
            Optional<String> difference = values(step.getValue(), after.get(step.getKey()), "");
            if (difference.isPresent()) {
                return Optional.of("in the step `" + step.getKey() + "`, " + difference.get());
            }
        }
        for (String id : after.keySet()) {
            if (!before.containsKey(id)) {
                return Optional.of("the step `" + id + "` is new");
            }
        }
        return List.copyOf(before.keySet()).equals(List.copyOf(after.keySet()))
                ? Optional.empty()
                : Optional.of("the steps stand in another order");
    }

    private static Map<String, Map<?, ?>> steps(JobPlan plan) {
        Map<String, Map<?, ?>> steps = new LinkedHashMap<>();
        plan.steps().forEach(step -> steps.put(step.id().value(), (Map<?, ?>) PlanTree.identity(PlanTree.of(step))));
        return steps;
    }

    private static Optional<String> values(Object before, Object after, String path) {
        if (Objects.equals(before, after)) {
            return Optional.empty();
        }
        if (before instanceof Map<?, ?> left && after instanceof Map<?, ?> right) {
            TreeSet<String> names = new TreeSet<>();
            left.keySet().forEach(name -> names.add((String) name));
            right.keySet().forEach(name -> names.add((String) name));
            return names.stream()
                    .flatMap(name ->
                            values(left.get(name), right.get(name), path.isEmpty() ? name : path + "." + name).stream())
                    .findFirst();
        }
        boolean records = before instanceof List<?> left && left.stream().anyMatch(Map.class::isInstance);
        if (records && after instanceof List<?> right && ((List<?>) before).size() == right.size()) {
            for (int i = 0; i < right.size(); i++) {
                Optional<String> difference = values(((List<?>) before).get(i), right.get(i), path + "[" + i + "]");
                if (difference.isPresent()) {
                    return difference;
                }
            }
        }
        return Optional.of("`" + path + "` was " + shown(before) + " and is " + shown(after));
    }

    private static String shown(Object value) {
        if (value instanceof List<?> list && list.stream().anyMatch(Map.class::isInstance)) {
            return list.size() + " long";
        }
        return value == null ? "absent" : "`" + value + "`";
    }
}
