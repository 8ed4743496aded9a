package io.tapstate.planner.logical;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ForeignKey;
import io.tapstate.connectors.api.ForeignKey.Action;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A foreign key by which the database changes rows that a pipeline reads, without a trace in its log.
 *
 * @param child the table whose rows change
 * @param obstacle why the pipeline cannot make those changes itself, as a clause; empty when it can
 */
public record Cascade(LogicalTable child, ForeignKey key, Optional<String> obstacle) {
    /** All that matter to these tables, in their order. */
    public static List<Cascade> of(Collection<LogicalTable> tables) {
        List<Cascade> cascades = new ArrayList<>();
        for (LogicalTable child : tables) {
            if (child.readsChanges()) {
                child.schema().foreignKeys().stream()
                        .filter(ForeignKey::acts)
                        .forEach(key -> cascades.add(new Cascade(child, key, obstacle(child, key, tables))));
            }
        }
        return cascades;
    }

    private static Optional<String> obstacle(LogicalTable child, ForeignKey key, Collection<LogicalTable> tables) {
        Optional<LogicalTable> parent = tables.stream()
                .filter(table ->
                        table.source().id().value().equals(child.source().id().value()))
                .filter(table -> table.schema().id().equals(key.parent()))
                .findFirst();
        if (parent.isEmpty()) {
            return Optional.of("the pipeline does not read `" + key.parent() + "`");
        }
        boolean told = parent.get().schema().beforeImage() == BeforeImage.FULL
                || parent.get().identity().containsAll(key.referenced());
        return told
                ? Optional.empty()
                : Optional.of("the log does not carry the old " + String.join(", ", key.referenced()) + " of `"
                        + key.parent() + "`");
    }

    /** What the database does, for people: {@code on delete cascade, on update set null}. */
    public String actions() {
        List<String> actions = new ArrayList<>();
        if (key.onDelete() != Action.NONE) {
            actions.add("on delete " + words(key.onDelete()));
        }
        if (key.onUpdate() != Action.NONE) {
            actions.add("on update " + words(key.onUpdate()));
        }
        return String.join(", ", actions);
    }

    private static String words(Action action) {
        return action == Action.CASCADE ? "cascade" : "set null";
    }
}
