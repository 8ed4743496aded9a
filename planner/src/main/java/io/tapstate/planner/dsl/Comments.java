package io.tapstate.planner.dsl;

import io.tapstate.connectors.diagnostics.SourceSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The comments of a file, each at the entry or list item it belongs to. Whoever writes the file out takes them one by
 * one; what nobody took is the {@link #rest}, so that none is lost.
 */
final class Comments {
    static final Attached NONE = new Attached(List.of(), List.of());

    private final Map<Place, Attached> attached = new LinkedHashMap<>();
    private final List<String> head = new ArrayList<>();
    private final List<String> tail = new ArrayList<>();

    /** What is written in two places at once is an item and its first entry, so both are told apart. */
    private record Place(int line, int column, boolean item) {}

    /**
     * Comments from {@code #} to the end of their line.
     *
     * @param before on lines of their own
     * @param beside at the end of the line
     */
    record Attached(List<String> before, List<String> beside) {
        List<String> all() {
            List<String> all = new ArrayList<>(before);
            all.addAll(beside);
            return all;
        }
    }

    void head(String comment) {
        head.add(comment);
    }

    void tail(String comment) {
        tail.add(comment);
    }

    void before(int line, int column, boolean item, String comment) {
        at(line, column, item).before().add(comment);
    }

    void beside(int line, int column, boolean item, String comment) {
        at(line, column, item).beside().add(comment);
    }

    /** Comments above the first key. */
    List<String> head() {
        return head;
    }

    /** Takes the comments of a mapping's entry, by the place of its key. */
    Attached takeEntry(SourceSpan key) {
        return take(new Place(key.line(), key.column(), false));
    }

    /** Takes the comments of a list's item. */
    Attached takeItem(SourceSpan item) {
        return take(new Place(item.line(), item.column(), true));
    }

    /** Comments after everything else, and those that nobody took. */
    List<String> rest() {
        List<String> rest = new ArrayList<>();
        attached.values().forEach(comments -> rest.addAll(comments.all()));
        attached.clear();
        rest.addAll(tail);
        return rest;
    }

    private Attached at(int line, int column, boolean item) {
        return attached.computeIfAbsent(
                new Place(line, column, item), place -> new Attached(new ArrayList<>(), new ArrayList<>()));
    }

    private Attached take(Place place) {
        Attached taken = attached.remove(place);
        return taken == null ? NONE : taken;
    }
}
