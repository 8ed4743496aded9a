package io.tapstate.connectors.cdc;

import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.row.ColumnChange;
import io.tapstate.connectors.row.ColumnChange.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Keeps changes of columns such that doing them again changes nothing.
 *
 * <p>A target knows the columns of a document by their names. After a restart it meets changes again since the last
 * checkpoint, with documents that have followed them already. That does no harm, as nothing is done to a name that is
 * not there, unless meanwhile another column has the name: after {@code a} became {@code b} and a new {@code a} came, the
 * new values would become {@code b}. So a name that was given up may not be taken by a renaming, nor be given to a
 * new column after a renaming, until a checkpoint is complete.
 */
final class ReusedNames {
    private final Map<TableId, Names> tables = new HashMap<>();
    private OptionalLong saved = OptionalLong.empty();
    private boolean changedSince;

    /** Within one table; columns are told by identity. */
    private static final class Names {
        final Map<String, Object> held = new HashMap<>();
        final Map<String, Object> left = new HashMap<>();
        final Map<String, Object> moved = new HashMap<>();

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
        for (ColumnChange change : changes) {
            boolean made = switch (change.kind()) {
                case DROP -> {
                    names.take(change.name());
                    yield true;
                }
                case ADD -> {
                    names.held.put(change.name(), new Object());
                    yield !names.moved.containsKey(change.name());
                }
                case RENAME -> rename(names, change);
            };
            if (!made) {
                return Optional.of(change);
            }
        }
        return Optional.empty();
    }

    private static boolean rename(Names names, ColumnChange change) {
        Object column = names.take(change.name());
        names.moved.put(change.name(), column);
        names.held.put(change.to(), column);
        Object former = names.left.get(change.to());
        return former == null || former.equals(column);
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
