package io.tapstate.connectors.cdc;

import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.row.ColumnChange;
import io.tapstate.connectors.row.ColumnChange.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Keeps changes of columns such that doing them again changes nothing.
 *
 * <p>A target knows the columns of a document by their names. After a restart it meets changes again since the last
 * checkpoint, with documents that have followed them already. That does no harm, as nothing is done to a name that is
 * not there, unless meanwhile another column has the name: after {@code a} became {@code b} and a new {@code a} came, the
 * new values would become {@code b}. So until a checkpoint is complete, a name that was given up, or that a renaming has
 * taken, is not for a renaming of another column; and one that a renaming gave up is not for a new column.
 */
final class ReusedNames {
    private final Map<TableId, Names> tables = new HashMap<>();
    private OptionalLong saved = OptionalLong.empty();
    private boolean changedSince;

    /** Within one table; columns are told by identity. */
    private static final class Names {
        final Map<String, Object> held = new HashMap<>();
        final Map<String, Object> left = new HashMap<>();
        final Set<String> moved = new HashSet<>();
        final Map<String, Object> arrived = new HashMap<>();
        final Set<String> replaced = new HashSet<>();

        Object take(String name) {
            Object column = held.remove(name);
            Object taken = column == null ? new Object() : column;
            left.put(name, taken);
            return taken;
        }
    }

    /** Without removals of what a renaming of the same change replaces. */
    static List<ColumnChange> withoutReplaced(List<ColumnChange> changes) {
        List<ColumnChange> kept = new ArrayList<>();
        for (int i = 0; i < changes.size(); i++) {
            ColumnChange change = changes.get(i);
            if (change.kind() != Kind.DROP || !isReplaced(change.name(), changes.subList(i + 1, changes.size()))) {
                kept.add(change);
            }
        }
        return kept;
    }

    private static boolean isReplaced(String name, List<ColumnChange> later) {
        for (ColumnChange change : later) {
            if (change.kind() == Kind.RENAME && change.to().equals(name)) {
                return true;
            }
            if (change.name().equals(name)) {
                return false;
            }
        }
        return false;
    }

    /** Notes these changes, up to the first that must not be made yet, which it returns. */
    Optional<ColumnChange> note(TableId table, List<ColumnChange> changes) {
        changedSince = true;
        Names names = tables.computeIfAbsent(table, key -> new Names());
        for (int i = 0; i < changes.size(); i++) {
            ColumnChange change = changes.get(i);
            boolean made = switch (change.kind()) {
                case DROP -> {
                    if (!isReplaced(change.name(), changes.subList(i + 1, changes.size()))) {
                        names.take(change.name());
                    }
                    yield true;
                }
                case ADD -> {
                    names.held.put(change.name(), new Object());
                    yield !names.moved.contains(change.name()) && !names.replaced.contains(change.name());
                }
                case RENAME -> rename(names, change, isReplacing(change, changes.subList(0, i)));
            };
            if (!made) {
                return Optional.of(change);
            }
        }
        return Optional.empty();
    }

    private static boolean isReplacing(ColumnChange renaming, List<ColumnChange> earlier) {
        return earlier.stream()
                .anyMatch(change -> change.kind() == Kind.DROP && change.name().equals(renaming.to()));
    }

    private static boolean rename(Names names, ColumnChange change, boolean replacing) {
        boolean free = !names.replaced.contains(change.name()) && !names.replaced.contains(change.to());
        Object column = names.take(change.name());
        names.moved.add(change.name());
        names.held.put(change.to(), column);
        if (replacing) {
            names.replaced.add(change.to());
        }
        Object former = names.left.get(change.to());
        Object earlier = names.arrived.put(change.to(), column);
        return free && (former == null || former.equals(column)) && (earlier == null || earlier.equals(column));
    }

    /** A checkpoint has begun that holds all that was noted. */
    void saving(long checkpoint) {
        saved = OptionalLong.of(checkpoint);
        changedSince = false;
    }

    /** A checkpoint is complete: what it holds does not come again. */
    void saved(long checkpoint) {
        if (!changedSince && saved.isPresent() && checkpoint >= saved.getAsLong()) {
            tables.clear();
        }
    }
}
