package io.tapstate.planner.plan;

import java.util.Set;

/** Which kinds of step keep something that a restart needs. */
final class StateKinds {
    private static final Set<String> KINDS = Set.of(
            "read-tables/1",
            "remember-keys/1",
            "route-rows/1",
            "lookup-rows/1",
            "assemble-documents/1",
            "query-rows/1");

    private StateKinds() {}

    static boolean keepsState(String kind) {
        return KINDS.contains(kind);
    }
}
