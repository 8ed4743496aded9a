package io.tapstate.planner.dsl;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.CollectionNode;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.scanner.ScannerImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;
import org.snakeyaml.engine.v2.tokens.ScalarToken;

/**
 * Finds the comments of a file and what each belongs to. Outside of scalars a {@code #} at the beginning of a line or
 * after white space always begins one. A comment on a line of its own belongs to the next entry or item; one at the end
 * of a line to what ended there last, else to what began there.
 */
final class CommentScanner {
    private final int[] text;
    private final String maskedText;
    private final int[] masked;
    private final Node root;

    /** End of each scalar by its start, both in code points. */
    private final Map<Integer, Integer> scalars = new HashMap<>();

    private final List<Anchor> byStart = new ArrayList<>();
    private final TreeMap<Integer, Anchor> byEnd = new TreeMap<>();
    private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Comments comments = new Comments();

    /** Something a comment can belong to; {@code line} and {@code column} are its own, {@code start} may be its value's. */
    private record Anchor(int start, int line, int column, boolean item) {}

    /** @param masked the text with references masked, as many code points */
    CommentScanner(String text, String masked, Node root) {
        this.text = text.codePoints().toArray();
        this.maskedText = masked;
        this.masked = masked.codePoints().toArray();
        this.root = root;
    }

    Comments scan() {
        scalars();
        walk(root);
        byStart.sort(Comparator.comparingInt(Anchor::start));
        int lineStart = 0;
        int at = 0;
        while (at < masked.length) {
            int scalarEnd = scalars.getOrDefault(at, at);
            if (scalarEnd > at) {
                for (; at < scalarEnd; at++) {
                    lineStart = isBreak(masked[at]) ? at + 1 : lineStart;
                }
            } else if (masked[at] == '#' && (at == lineStart || isBlank(masked[at - 1]))) {
                int end = lineEnd(at);
                attach(at, lineStart, new String(text, at, end - at).stripTrailing());
                at = end;
            } else {
                lineStart = isBreak(masked[at]) ? at + 1 : lineStart;
                at++;
            }
        }
        return comments;
    }

    private void attach(int at, int lineStart, String comment) {
        if (byStart.isEmpty() || at < byStart.get(0).start()) {
            comments.head(comment);
            return;
        }
        boolean alone = true;
        for (int i = lineStart; i < at && alone; i++) {
            alone = isBlank(masked[i]);
        }
        Optional<Anchor> beside = alone ? Optional.empty() : endedOrBegun(at, lineStart);
        if (beside.isPresent()) {
            Anchor anchor = beside.get();
            comments.beside(anchor.line(), anchor.column(), anchor.item(), comment);
            return;
        }
        int next = firstAfter(at);
        if (next == byStart.size()) {
            comments.tail(comment);
        } else {
            Anchor anchor = byStart.get(next);
            comments.before(anchor.line(), anchor.column(), anchor.item(), comment);
        }
    }

    private Optional<Anchor> endedOrBegun(int at, int lineStart) {
        var ended = byEnd.floorEntry(at);
        if (ended != null && ended.getKey() > lineStart) {
            return Optional.of(ended.getValue());
        }
        int last = firstAfter(at) - 1;
        return last >= 0 && byStart.get(last).start() >= lineStart ? Optional.of(byStart.get(last)) : Optional.empty();
    }

    /** Index of the first anchor that starts after a place; of several there, the outermost. */
    private int firstAfter(int at) {
        int low = 0;
        int high = byStart.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (byStart.get(middle).start() > at) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    // An alias stands for a node that was walked where it is written.
    private void walk(Node node) {
        if (!seen.add(node)) {
            return;
        }
        if (node instanceof SequenceNode sequence) {
            for (Node item : sequence.getValue()) {
                if (!seen.contains(item)) {
                    Mark mark = item.getStartMark().orElseThrow();
                    anchor(new Anchor(mark.getIndex(), mark.getLine() + 1, mark.getColumn() + 1, true), item);
                }
                walk(item);
            }
        } else if (node instanceof MappingNode mapping) {
            mapping.getValue().forEach(this::entry);
        }
    }

    private void entry(NodeTuple tuple) {
        Node value = tuple.getValueNode();
        Mark key = tuple.getKeyNode().getStartMark().orElseThrow();
        Anchor anchor = new Anchor(key.getIndex(), key.getLine() + 1, key.getColumn() + 1, false);
        walk(tuple.getKeyNode());
        if (seen.contains(value)) {
            byStart.add(anchor);
            byEnd.put(tuple.getKeyNode().getEndMark().orElseThrow().getIndex(), anchor);
            return;
        }
        anchor(anchor, value);
        if (!isBlock(value)) {
            // A comment between a key and its value is the entry's.
            int start = value.getStartMark().orElseThrow().getIndex();
            byStart.add(new Anchor(start, anchor.line(), anchor.column(), false));
        }
        walk(value);
    }

    private void anchor(Anchor anchor, Node value) {
        byStart.add(anchor);
        if (!isBlock(value)) {
            // Of several that end at one place the outermost counts, which comes first.
            byEnd.putIfAbsent(value.getEndMark().orElseThrow().getIndex(), anchor);
        }
    }

    // Where a block collection ends shows only where the next thing begins.
    private static boolean isBlock(Node node) {
        return node instanceof CollectionNode<?> collection && collection.getFlowStyle() == FlowStyle.BLOCK;
    }

    private void scalars() {
        LoadSettings settings = YamlReader.settings(maskedText);
        ScannerImpl tokens = new ScannerImpl(settings, new StreamReader(settings, maskedText));
        while (tokens.hasNext()) {
            if (tokens.next() instanceof ScalarToken scalar) {
                int start = scalar.getStartMark().orElseThrow().getIndex();
                int end = scalar.getEndMark().orElseThrow().getIndex();
                boolean block = scalar.getStyle() == ScalarStyle.LITERAL || scalar.getStyle() == ScalarStyle.FOLDED;
                // The header of a block scalar may have a comment of its own.
                int from = block ? Math.min(lineEnd(start), end) : start;
                if (end > from) {
                    scalars.put(from, end);
                }
            }
        }
    }

    private int lineEnd(int at) {
        int end = at;
        while (end < masked.length && !isBreak(masked[end])) {
            end++;
        }
        return end;
    }

    private static boolean isBreak(int codePoint) {
        return codePoint == '\n' || codePoint == '\r';
    }

    private static boolean isBlank(int codePoint) {
        return codePoint == ' ' || codePoint == '\t' || codePoint == 0xFEFF;
    }
}
