package io.tapstate.connectors.cdc;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which columns a row of the log has, where the log says their names only.
 *
 * <p>Numbers settle most of it. A row has its columns in the order of their numbers; what was known and lives had to be
 * there all the time; what came, came in order; what went does not come back. So where nothing went, or nothing came, a
 * row's number of columns says which they are, whatever their names. Else names decide, each being the one that is known
 * or the one of now; where two answers are left, there is none.
 */
final class RowShape {
    private static final int MOST_LEAVING = 12;

    private final TableShape known;
    private final TableShape live;
    private final List<String> names;

    private RowShape(TableShape known, TableShape live, List<String> names) {
        this.known = known;
        this.live = live;
        this.names = names;
    }

    /**
     * @param known what the row before had
     * @param live what the table has now, which may be further along than the row
     * @param names those of the row
     * @return empty where it cannot be told for sure; types are those of now
     */
    static Optional<TableShape> of(TableShape known, TableShape live, List<String> names) {
        return new RowShape(known, live, names).find();
    }

    private Optional<TableShape> find() {
        if (!known.computed().equals(live.computed())) {
            return Optional.empty();
        }
        List<TableColumn> old = known.logged();
        List<TableColumn> gone =
                old.stream().filter(column -> !live.holds(column.number())).toList();
        if (gone.isEmpty() && names.size() == old.size()) {
            return Optional.of(named(old, known.used()));
        }
        List<TableColumn> kept =
                old.stream().filter(column -> live.holds(column.number())).toList();
        List<TableColumn> come = live.logged().stream()
                .filter(column -> column.number() > known.used())
                .toList();
        if (come.size() < live.used() - known.used()) {
            // A column came and went, and only its number is left.
            return Optional.empty();
        }
        List<List<TableColumn>> candidates = new ArrayList<>();
        boolean counted = true;
        for (int count = 0; count <= come.size(); count++) {
            int left = names.size() - kept.size() - count;
            if (left < 0 || left > gone.size()) {
                continue;
            }
            List<TableColumn> among = among(gone, left);
            if (among.size() > MOST_LEAVING) {
                return Optional.empty();
            }
            counted &= left == 0 || left == gone.size();
            for (List<TableColumn> leaving : choices(among, left)) {
                candidates.add(inOrder(kept, come.subList(0, count), leaving));
            }
        }
        if (candidates.size() != 1 || !counted) {
            candidates.removeIf(candidate -> !fits(candidate));
        }
        return candidates.size() == 1
                ? Optional.of(named(candidates.get(0), used(candidates.get(0))))
                : Optional.empty();
    }

    /** Those of the columns that went which the row may still have. */
    private List<TableColumn> among(List<TableColumn> gone, int left) {
        if (left == 0 || left == gone.size()) {
            return gone.subList(0, left);
        }
        Set<String> present = Set.copyOf(names);
        return gone.stream().filter(column -> present.contains(column.name())).toList();
    }

    /** Every way to choose so many of them. */
    private static List<List<TableColumn>> choices(List<TableColumn> among, int count) {
        if (count == 0) {
            return List.of(List.of());
        }
        List<List<TableColumn>> choices = new ArrayList<>();
        for (int i = 0; i + count <= among.size(); i++) {
            for (List<TableColumn> rest : choices(among.subList(i + 1, among.size()), count - 1)) {
                List<TableColumn> choice = new ArrayList<>(List.of(among.get(i)));
                choice.addAll(rest);
                choices.add(choice);
            }
        }
        return choices;
    }

    private static List<TableColumn> inOrder(
            List<TableColumn> kept, List<TableColumn> come, List<TableColumn> leaving) {
        List<TableColumn> columns = new ArrayList<>(kept);
        columns.addAll(come);
        columns.addAll(leaving);
        columns.sort(Comparator.comparingInt(TableColumn::number));
        return columns;
    }

    private boolean fits(List<TableColumn> columns) {
        for (int i = 0; i < columns.size(); i++) {
            TableColumn column = columns.get(i);
            boolean now = live.holds(column.number())
                    && live.column(column.number()).name().equals(names.get(i));
            if (!now && !column.name().equals(names.get(i))) {
                return false;
            }
        }
        return true;
    }

    private int used(List<TableColumn> columns) {
        return Math.max(
                known.used(),
                columns.isEmpty() ? 0 : columns.get(columns.size() - 1).number());
    }

    private TableShape named(List<TableColumn> columns, int used) {
        List<TableColumn> named = new ArrayList<>(known.computed());
        for (int i = 0; i < columns.size(); i++) {
            TableColumn column = columns.get(i);
            String type =
                    live.holds(column.number()) ? live.column(column.number()).type() : column.type();
            named.add(new TableColumn(column.number(), names.get(i), type, true));
        }
        named.sort(Comparator.comparingInt(TableColumn::number));
        return new TableShape(named, used);
    }
}
