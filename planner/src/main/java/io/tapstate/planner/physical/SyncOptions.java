package io.tapstate.planner.physical;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.planner.plan.RunnableSteps;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.ServeBody.SyncSpec;
import io.tapstate.planner.spec.YamlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The free {@code options} of a sync.
 *
 * @param createsTables {@code auto_create_table}, true unless written
 * @param adoptsExisting {@code existing_data: adopt}; otherwise, or with {@code refuse}, they are left alone
 * @param refusals of what is written and not known
 */
record SyncOptions(boolean createsTables, boolean adoptsExisting, List<Diagnostic> refusals) {
    private static final String AUTO_CREATE_TABLE = "auto_create_table";
    private static final String EXISTING_DATA = "existing_data";

    static SyncOptions of(SyncSpec sync) {
        boolean creates = true;
        boolean adopts = false;
        List<Diagnostic> refusals = new ArrayList<>();
        for (Map.Entry<Located<String>, YamlValue> option : sync.options().entrySet()) {
            String name = option.getKey().value();
            Object value = option.getValue() instanceof YamlValue.Scalar scalar ? scalar.value() : null;
            if (name.equals(AUTO_CREATE_TABLE) && value instanceof Boolean written) {
                creates = written;
            } else if (name.equals(EXISTING_DATA) && ("adopt".equals(value) || "refuse".equals(value))) {
                adopts = "adopt".equals(value);
            } else {
                refusals.add(RunnableSteps.refusal(
                        "the option `" + name + "` of a sync", option.getKey().span()));
            }
        }
        return new SyncOptions(creates, adopts, List.copyOf(refusals));
    }
}
