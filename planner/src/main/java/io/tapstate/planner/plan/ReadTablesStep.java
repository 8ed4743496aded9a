package io.tapstate.planner.plan;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.DdlPolicy;
import io.tapstate.connectors.api.ForeignKey;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.api.UnsentColumns;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Reads tables of one source: {@code source.<source id>}. Emits {@code RowChange}s of all its tables.
 *
 * @param source id of the source resource
 * @param connector catalogue id, for example {@code mysql}
 * @param config setting to text, sorted; references such as {@code ${DB_PASSWORD}} stand as written and take the
 *     place of every secret ({@link PlanSecrets})
 * @param startFrom where the log is read from when there is no position yet, {@code earliest} or an instant; empty for
 *     the place that fits {@code mode}
 * @param tables sorted by id
 */
public record ReadTablesStep(
        StepId id,
        String source,
        String connector,
        TreeMap<String, String> config,
        ReadMode mode,
        Optional<String> startFrom,
        List<Table> tables)
        implements PlanStep {
    /**
     * @param key the columns that identify a row, in key order
     * @param beforeImage what the log carries of old rows
     * @param rowEstimate shown to people and used to size snapshot chunks; not part of the fingerprint
     * @param cascades foreign keys of the table whose effects the source adds to the changes, because the log does not
     *     have them; their parents are tables of the same step
     * @param ddl what a change of the table's columns becomes: the strictest that its readers want
     * @param unsent columns that the log leaves out where they did not change; their last values are remembered, per row,
     *     so that every change leaves the step whole
     */
    public record Table(
            TableId table,
            List<String> key,
            BeforeImage beforeImage,
            OptionalLong rowEstimate,
            DdlPolicy ddl,
            List<ForeignKey> cascades,
            UnsentColumns unsent) {
        public Table {
            key = List.copyOf(key);
            cascades = List.copyOf(cascades);
        }

        /** A table whose columns must stay as they are. */
        public Table(TableId table, List<String> key, BeforeImage beforeImage, OptionalLong rowEstimate) {
            this(table, key, beforeImage, rowEstimate, DdlPolicy.FAIL, List.of(), UnsentColumns.NONE);
        }

        /** A table whose log carries every value. */
        public Table(
                TableId table, List<String> key, BeforeImage beforeImage, OptionalLong rowEstimate, DdlPolicy ddl) {
            this(table, key, beforeImage, rowEstimate, ddl, List.of(), UnsentColumns.NONE);
        }
    }

    public ReadTablesStep {
        config = new TreeMap<>(config);
        tables = List.copyOf(tables);
    }

    /** A source that starts where its mode says. */
    public ReadTablesStep(
            StepId id,
            String source,
            String connector,
            TreeMap<String, String> config,
            ReadMode mode,
            List<Table> tables) {
        this(id, source, connector, config, mode, Optional.empty(), tables);
    }

    /** What is known of one of its tables. */
    public Optional<Table> table(TableId id) {
        return tables.stream().filter(table -> table.table().equals(id)).findFirst();
    }

    @Override
    public TreeMap<String, String> config() {
        return new TreeMap<>(config);
    }

    @Override
    public String kind() {
        return "read-tables/1";
    }

    @Override
    public List<StreamRef> inputs() {
        return List.of();
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
