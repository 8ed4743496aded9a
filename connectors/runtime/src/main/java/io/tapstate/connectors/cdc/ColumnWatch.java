package io.tapstate.connectors.cdc;

import io.tapstate.connectors.api.DdlPolicy;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.row.ColumnChange;
import io.tapstate.connectors.runtime.SourceRequest;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the parts of one source know together about the columns of its tables. Those parts are handed to Flink and to
 * database libraries one by one, as bytes or by the name of a class, so within a process they meet here, under a name.
 *
 * <p><b>Contract.</b> The columns at a source's first start are part of its state ({@link PhasedSource}). A table whose
 * policy is {@link DdlPolicy#FAIL} must have them still, at each start, every few seconds, and in every row that is
 * decoded; else the source ends with {@code capture.table-altered}, and a restart finds the same. A start is spared where
 * the log itself tells what happened while nobody looked: a table that was dropped and made anew is not an altered one.
 */
public final class ColumnWatch implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final Map<String, KnownColumns> KNOWN = new ConcurrentHashMap<>();

    private static final Map<String, Map<String, Followed>> FOLLOWED = new ConcurrentHashMap<>();

    /** A change of columns that targets are to follow. */
    record Followed(TableId table, List<ColumnChange> changes) {}

    private final String name = UUID.randomUUID().toString();
    private final TreeMap<TableId, DdlPolicy> policies = new TreeMap<>();

    public ColumnWatch(List<SourceRequest.Table> tables) {
        tables.forEach(table -> policies.put(table.id(), table.ddl()));
    }

    /** The same in every part of one source, and in no other source. */
    public String name() {
        return name;
    }

    public DdlPolicy policy(TableId table) {
        return policies.getOrDefault(table, DdlPolicy.FAIL);
    }

    /** Whether targets follow what becomes of this table's columns. */
    boolean follows(TableId table) {
        return policy(table) == DdlPolicy.APPLY;
    }

    List<TableId> followedTables() {
        return policies.keySet().stream().filter(this::follows).toList();
    }

    /** Whether {@link #learn} was not called yet in this process. */
    boolean isUnknowing() {
        return !KNOWN.containsKey(name);
    }

    /** The columns that a table had when the source first started; empty before they are known. */
    List<TableColumn> known(TableId table) {
        return KNOWN.getOrDefault(name, KnownColumns.NONE).of(table);
    }

    /**
     * What a source that starts remembers from then on: of tables whose changes count, what it knew; of the others, what
     * they are now.
     *
     * @throws TapException {@code capture.table-altered}
     */
    KnownColumns continued(KnownColumns known, KnownColumns now) {
        requireSame(known, now, "seen when the source started");
        return remembered(known, now);
    }

    /** As {@link #continued}, where the log tells what became of the columns, and why. */
    KnownColumns remembered(KnownColumns known, KnownColumns now) {
        TreeMap<TableId, List<TableColumn>> columns = new TreeMap<>();
        policies.forEach((table, policy) -> {
            boolean keeps = policy != DdlPolicy.IGNORE && !known.of(table).isEmpty();
            columns.put(table, (keeps ? known : now).of(table));
        });
        return new KnownColumns(columns);
    }

    /** @throws TapException {@code capture.table-altered}; a table that is not there is somebody else's to tell */
    void requireSame(KnownColumns known, KnownColumns now, String position) {
        requireSame(known, now, DdlPolicy.FAIL, position);
    }

    private void requireSame(KnownColumns known, KnownColumns now, DdlPolicy asked, String position) {
        policies.forEach((table, policy) -> {
            List<TableColumn> before = known.of(table);
            List<TableColumn> after = now.of(table);
            if (policy == asked && !before.isEmpty() && !after.isEmpty()) {
                TableColumn.change(before, after).ifPresent(change -> {
                    throw altered(table, change, position);
                });
            }
        });
    }

    void learn(KnownColumns columns) {
        KNOWN.put(name, columns);
    }

    /**
     * What became of a table's columns, judged by the names that a row has. Generated columns count where both sides know
     * them: not every log carries them.
     *
     * @return empty when nothing did, when nothing is known, and when the policy does not ask
     */
    Optional<String> changed(TableId table, List<String> names) {
        List<TableColumn> before = policy(table) == DdlPolicy.FAIL ? known(table) : List.of();
        if (before.isEmpty()) {
            return Optional.empty();
        }
        List<TableColumn> expected = before.stream()
                .filter(column -> column.logged() || names.contains(column.name()))
                .map(column -> new TableColumn(0, column.name(), "", true))
                .toList();
        return TableColumn.change(
                expected,
                names.stream()
                        .map(column -> new TableColumn(0, column, "", true))
                        .toList());
    }

    /**
     * Notes what targets are to do when the change of columns at a position comes by.
     *
     * @param name that of the source's watch
     */
    public static void follow(String name, String position, TableId table, List<ColumnChange> changes) {
        FOLLOWED.computeIfAbsent(name, source -> new ConcurrentHashMap<>())
                .put(position, new Followed(table, List.copyOf(changes)));
    }

    /** What was noted for a position; it may be asked for again after a restart, when it has been noted again. */
    Optional<Followed> followed(String position) {
        return Optional.ofNullable(FOLLOWED.getOrDefault(name, Map.of()).get(position));
    }

    /**
     * A table that targets follow must not have changed while it was read: rows of both shapes would come, and none says
     * which it has.
     *
     * @throws TapException {@code capture.table-altered}
     */
    void requireReadInOneShape(KnownColumns known, KnownColumns now) {
        requireSame(known, now, DdlPolicy.APPLY, "seen while the tables were read");
    }

    public static TapException altered(TableId table, String change, String position) {
        return TapException.of(CdcError.TABLE_ALTERED, "table", table, "change", change, "position", position);
    }
}
