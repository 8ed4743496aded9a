package io.tapstate.planner.check;

import io.tapstate.connectors.catalog.ConnectorCatalog;
import io.tapstate.connectors.catalog.ConnectorDescriptor;
import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.resolve.WorkspaceIndex;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.ServeBody;
import java.util.Optional;

/** What is written to is a source resource whose connector can be written to. */
public final class TargetCheck {
    private TargetCheck() {}

    public static void check(ServeBody body, WorkspaceIndex workspace, Faults faults) {
        body.syncs().forEach(sync -> target(sync.source(), workspace, faults));
        body.pushes().forEach(push -> known(push.source(), workspace, faults));
    }

    private static void target(Located<String> id, WorkspaceIndex workspace, Faults faults) {
        known(id, workspace, faults);
        Optional<ConnectorDescriptor> connector = workspace
                .source(id.value())
                .flatMap(source -> ConnectorCatalog.find(source.connector().value()));
        connector
                .filter(found -> !found.isTarget())
                .ifPresent(found -> faults.add(
                        id.span(),
                        CheckError.NOT_A_TARGET,
                        "source",
                        id.value(),
                        "connector",
                        found.id(),
                        "targets",
                        NearestName.oneOf(ConnectorCatalog.all().stream()
                                .filter(ConnectorDescriptor::isTarget)
                                .map(ConnectorDescriptor::id)
                                .toList())));
    }

    private static void known(Located<String> id, WorkspaceIndex workspace, Faults faults) {
        if (!workspace.knows(id.value(), "source") && !id.value().contains("${")) {
            faults.add(
                    id.span(),
                    DslError.MISSING_REFERENCE,
                    "ref",
                    id.value(),
                    "what",
                    "source",
                    "suggestion",
                    NearestName.suggestion(id.value(), workspace.ids("source")));
        }
    }
}
