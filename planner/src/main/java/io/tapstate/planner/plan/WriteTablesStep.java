package io.tapstate.planner.plan;

import io.tapstate.connectors.api.DdlPolicy;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * Writes streams to the tables of another database: {@code sync.<sync id>}.
 *
 * @param sync the author's id
 * @param target id of the source resource that is the connection
 * @param connector catalogue id
 * @param config setting to text, as in {@link ReadTablesStep}
 * @param autoCreateTable whether a table that is missing is created
 * @param adoptsExisting whether documents are taken over that stand in a target and that no pipeline owns
 * @param outputs sorted by table
 */
public record WriteTablesStep(
        StepId id,
        String sync,
        String target,
        String connector,
        TreeMap<String, String> config,
        WriteMode mode,
        DdlPolicy ddl,
        boolean autoCreateTable,
        boolean adoptsExisting,
        List<Output> outputs)
        implements PlanStep {
    /** What a change becomes. */
    public enum WriteMode {
        /** The row of that key is replaced or removed. */
        UPSERT,
        /** Inserts and the new rows of updates are added; deletes are not applied. */
        APPEND;

        public String yaml() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * @param origin which rows of the input: the name they carry as {@code src}
     * @param table the name in the target
     * @param key the columns that rows are matched by; empty only for {@link WriteMode#APPEND}
     */
    public record Output(StreamRef input, String origin, String table, List<String> key, PlanColumns columns) {
        public Output {
            key = List.copyOf(key);
        }
    }

    public WriteTablesStep {
        config = new TreeMap<>(config);
        outputs = List.copyOf(outputs);
    }

    @Override
    public TreeMap<String, String> config() {
        return new TreeMap<>(config);
    }

    @Override
    public String kind() {
        return "write-tables/1";
    }

    @Override
    public List<StreamRef> inputs() {
        return outputs.stream().map(Output::input).distinct().toList();
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
