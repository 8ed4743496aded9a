package io.tapstate.connectors.cdc;

import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.row.ColumnChange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;

/**
 * A reader's memory of the columns of tables whose changes targets follow, where the log has no statements: the columns
 * of the rows at its place in the log. All calls come from the task's thread.
 *
 * <p>A change shows in two ways. A row comes whose columns have other names; then the catalogue is asked, and {@link
 * RowShape} says which columns those are. Or the catalogue was seen with other columns, and the log has passed the place
 * at which that was: then no row of an older shape can come, because a change of columns waits for everybody who writes to
 * the table.
 */
final class ColumnFollower {
    private final ColumnWatch watch;
    private final PhasedSource.Preparation preparation;
    private final BiPredicate<String, String> keeps;
    private final SortedMap<TableId, TableShape> shapes = new TreeMap<>();
    private final Deque<LiveTables> seen = new ArrayDeque<>();
    private final Map<TableId, Long> settled = new HashMap<>();
    private boolean begun;

    ColumnFollower(ColumnWatch watch, PhasedSource.Preparation preparation) {
        this.watch = watch;
        this.preparation = preparation;
        this.keeps = preparation::keepsValues;
    }

    /** Begins to follow the log, where the saved position has these shapes. */
    void begin(TableShapes saved) {
        shapes.clear();
        saved.tables().forEach((table, shape) -> {
            if (watch.follows(table)) {
                shapes.put(table, shape);
            }
        });
        begun = true;
    }

    /** Begins to follow the log with what the source has known from its start. */
    void begin() {
        SortedMap<TableId, LiveTables.Live> live = live(watch.followedTables()).tables();
        for (TableId table : watch.followedTables()) {
            List<TableColumn> columns = watch.known(table);
            if (columns.isEmpty()) {
                continue;
            }
            LiveTables.Live now = live.get(table);
            boolean same = now != null && now.shape().columns().equals(columns);
            shapes.put(table, same ? now.shape() : TableShape.of(columns));
        }
        begun = true;
    }

    /** Whether the reader follows the log. */
    boolean isBegun() {
        return begun;
    }

    /** What is to be saved with the position. */
    TableShapes shapes() {
        return new TableShapes(shapes);
    }

    /**
     * What changed before a row with these columns.
     *
     * @throws TapException {@code capture.table-altered}, where a target cannot follow, or where what happened is not sure
     */
    Optional<ColumnWatch.Followed> row(TableId table, List<String> names, String position) {
        TableShape known = shapes.get(table);
        if (!begun || known == null) {
            return Optional.empty();
        }
        LiveTables now = live(List.of(table));
        LiveTables.Live live = now.tables().get(table);
        if (live == null) {
            throw ColumnWatch.altered(table, "the table is gone, and rows with other columns come", position);
        }
        TableShape shape = RowShape.of(known, live.shape(), names)
                .orElseThrow(() -> ColumnWatch.altered(
                        table,
                        words(known, live.shape()) + ", and which of it happened before this row cannot be told",
                        position));
        List<ColumnChange> changes = changes(table, known, shape, live.filled(), position);
        if (!shape.equals(known)) {
            shapes.put(table, shape);
            // What was seen before is now older, or cannot be told from it; it will be seen again.
            seen.forEach(earlier -> earlier.tables().remove(table));
            settled.put(table, now.position());
        }
        return changes.isEmpty() ? Optional.empty() : Optional.of(new ColumnWatch.Followed(table, changes));
    }

    /** Notes what the catalogue says, for when the log has come so far. */
    void seen(LiveTables tables) {
        if (!begun) {
            return;
        }
        TreeMap<TableId, LiveTables.Live> news = new TreeMap<>(tables.tables());
        news.entrySet()
                .removeIf(table -> tables.since() <= settled.getOrDefault(table.getKey(), Long.MIN_VALUE)
                        || table.getValue().shape().equals(expected(table.getKey())));
        if (!news.isEmpty()) {
            seen.add(new LiveTables(news, tables.since(), tables.position()));
        }
    }

    private TableShape expected(TableId table) {
        TableShape shape = shapes.get(table);
        for (LiveTables earlier : seen) {
            LiveTables.Live live = earlier.tables().get(table);
            shape = live == null ? shape : live.shape();
        }
        return shape;
    }

    /** Whether something was seen at a place that the log has not come to. */
    boolean awaits() {
        return !seen.isEmpty();
    }

    /**
     * What had changed at places that the log has passed.
     *
     * @param position of a row
     * @throws TapException {@code capture.table-altered}
     */
    List<ColumnWatch.Followed> passed(long position, String words) {
        List<ColumnWatch.Followed> followed = new ArrayList<>();
        while (!seen.isEmpty() && seen.getFirst().position() < position) {
            for (Map.Entry<TableId, LiveTables.Live> table :
                    seen.removeFirst().tables().entrySet()) {
                TableId id = table.getKey();
                TableShape known = shapes.get(id);
                if (known != null) {
                    LiveTables.Live live = table.getValue();
                    List<ColumnChange> changes = changes(id, known, live.shape(), live.filled(), words);
                    shapes.put(id, live.shape());
                    if (!changes.isEmpty()) {
                        followed.add(new ColumnWatch.Followed(id, changes));
                    }
                }
            }
        }
        return followed;
    }

    private List<ColumnChange> changes(
            TableId table, TableShape before, TableShape after, byte[] filled, String position) {
        return ShapeChange.between(before, after, filled, keeps)
                .orElseThrow(() -> ColumnWatch.altered(table, words(before, after), position));
    }

    private static String words(TableShape before, TableShape after) {
        return TableColumn.change(before.columns(), after.columns()).orElse("columns came and went");
    }

    private LiveTables live(List<TableId> tables) {
        return preparation.live(tables);
    }
}
