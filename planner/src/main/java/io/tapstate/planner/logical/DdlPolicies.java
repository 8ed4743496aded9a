package io.tapstate.planner.logical;

import io.tapstate.connectors.api.DdlPolicy;
import io.tapstate.connectors.mysql.MySqlOptions;
import io.tapstate.connectors.postgres.PostgresOptions;
import io.tapstate.planner.logical.LogicalPipeline.LogicalSync;
import io.tapstate.planner.plan.ErrorPolicy;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.TransformBody;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a change of a table's columns becomes: the strictest that its readers want. Documents of views and nests are made of
 * rows that came before, so those readers always want to stop.
 */
public final class DdlPolicies {
    private static final Set<String> FOLLOWED = Set.of(MySqlOptions.CONNECTOR, PostgresOptions.CONNECTOR);

    private final Map<LogicalTable, DdlPolicy> tables = new LinkedHashMap<>();

    /** Who wants a table's changes to stop the pipeline, as a clause. */
    private final Map<LogicalTable, String> objections = new HashMap<>();

    /** Whether rows are spread by their keys on their way, so that changes of columns would pass them. */
    private boolean spreads;

    private DdlPolicies() {}

    public static DdlPolicies of(LogicalPipeline pipeline) {
        DdlPolicies policies = new DdlPolicies();
        policies.spreads = pipeline.spec()
                .settings()
                .errorPolicy()
                .filter(policy -> policy.value().equalsIgnoreCase(ErrorPolicy.DEAD_LETTER.yaml()))
                .isPresent();
        pipeline.view()
                .ifPresent(view -> policies.demand(
                        view.feed(),
                        DdlPolicy.FAIL,
                        "the view `" + view.id().value() + "` shows documents of its earlier rows"));
        pipeline.syncs()
                .forEach(sync -> sync.outputs()
                        .forEach(output -> policies.demand(
                                output.stream(),
                                of(sync),
                                "another sync copies it with `ddl: " + of(sync).yaml() + "`")));
        return policies;
    }

    /** What a sync says, or would say. */
    public static DdlPolicy of(LogicalSync sync) {
        String written = sync.spec()
                .ddl()
                .map(Located::value)
                .orElse(DdlPolicy.FAIL.yaml())
                .toLowerCase(Locale.ROOT);
        return Arrays.stream(DdlPolicy.values())
                .filter(policy -> policy.yaml().equals(written))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no check has refused `" + written + "`"));
    }

    public DdlPolicy of(LogicalTable table) {
        DdlPolicy policy = tables.getOrDefault(table, DdlPolicy.FAIL);
        return policy == DdlPolicy.APPLY && hindrance(table).isPresent() ? DdlPolicy.FAIL : policy;
    }

    /** Why targets cannot follow this table's changes, as a clause; empty when they do, or nobody has asked for it. */
    public Optional<String> obstacle(LogicalTable table) {
        return of(table) == DdlPolicy.FAIL
                ? Optional.ofNullable(objections.get(table)).or(() -> hindrance(table))
                : Optional.empty();
    }

    private Optional<String> hindrance(LogicalTable table) {
        if (!FOLLOWED.contains(table.source().connector().value())) {
            return Optional.of("its source does not tell them");
        }
        if (spreads) {
            return Optional.of(
                    "`error_policy: dead_letter` sends its rows on several ways, which a change would overtake");
        }
        // Rows that are kept for foreign keys keep their shape.
        boolean keeps = Cascade.of(tables.keySet()).stream()
                .anyMatch(cascade -> cascade.child().equals(table)
                        || cascade.key().parent().equals(table.schema().id()));
        return keeps
                ? Optional.of("rows are kept for a foreign key of it, or to it, that changes rows")
                : Optional.empty();
    }

    /** @param reader who demands it, as a clause */
    private void demand(Stream stream, DdlPolicy policy, String reader) {
        if (stream instanceof LogicalTable table) {
            tables.merge(table, policy, DdlPolicy::and);
            if (policy == DdlPolicy.FAIL) {
                objections.putIfAbsent(table, reader);
            }
            return;
        }
        LogicalStep step = (LogicalStep) stream;
        DdlPolicy behind = behind(step.body(), policy);
        String said = behind == policy
                ? reader
                : "its rows pass `" + step.id() + "`, behind which a target may have other columns";
        step.inputs().forEach(input -> demand(input.stream(), behind, said));
    }

    /** What a reader's wish is worth on the other side of a step. */
    private static DdlPolicy behind(TransformBody body, DdlPolicy policy) {
        if (body instanceof TransformBody.Filter || body instanceof TransformBody.Union) {
            return policy;
        }
        boolean rowByRow = body instanceof TransformBody.MapRows || body instanceof TransformBody.Script;
        // What the columns of a target are behind a map or a script, only its rows tell.
        return rowByRow && policy == DdlPolicy.IGNORE ? policy : DdlPolicy.FAIL;
    }
}
