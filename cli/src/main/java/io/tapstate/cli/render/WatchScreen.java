package io.tapstate.cli.render;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The screen of {@code watch}: the documents as they are, and below them the latest changes. Draws only when needed. */
public final class WatchScreen implements AutoCloseable {
    private static final int CHANGES_KEPT = 12;
    private static final String TO_OTHER_SCREEN = "\u001b[?1049h\u001b[?25l";
    private static final String TO_USUAL_SCREEN = "\u001b[?25h\u001b[?1049l";
    private static final String HOME_AND_CLEAR = "\u001b[H\u001b[2J";

    private final Terminal terminal;
    private final String title;
    private final Deque<String> changes = new ArrayDeque<>();
    private Map<BsonValue, BsonDocument> shown;

    public WatchScreen(Terminal terminal, String title) {
        this.terminal = terminal;
        this.title = title;
        terminal.out().print(TO_OTHER_SCREEN);
    }

    /** Draws the documents if they are others than those that stand there. */
    public void show(List<BsonDocument> documents) {
        Map<BsonValue, BsonDocument> found = new LinkedHashMap<>();
        documents.forEach(document -> found.put(document.get("_id"), document));
        if (found.equals(shown)) {
            return;
        }
        if (shown != null) {
            note(shown, found);
        }
        shown = found;
        draw();
    }

    private void note(Map<BsonValue, BsonDocument> before, Map<BsonValue, BsonDocument> after) {
        String time = LocalTime.ofInstant(Instant.now(), ZoneId.systemDefault())
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
        before.forEach((id, document) -> {
            if (!after.containsKey(id)) {
                add(time, id, "- gone");
            } else {
                DocumentChanges.between(document, after.get(id)).forEach(line -> add(time, id, line));
            }
        });
        after.keySet().stream().filter(id -> !before.containsKey(id)).forEach(id -> add(time, id, "+ new"));
    }

    private void add(String time, BsonValue id, String line) {
        Style style = terminal.style();
        String coloured = line.startsWith("+") ? style.green(line) : line.startsWith("-") ? style.red(line) : line;
        changes.addFirst(style.faint(time) + "  " + DocumentRenderer.value(id) + "  " + coloured);
        while (changes.size() > CHANGES_KEPT) {
            changes.removeLast();
        }
    }

    private void draw() {
        Style style = terminal.style();
        StringBuilder text = new StringBuilder(HOME_AND_CLEAR);
        text.append(style.bold(title)).append(style.faint("  (Ctrl-C ends)")).append("\n\n");
        if (shown.isEmpty()) {
            text.append("no document\n");
        }
        shown.values()
                .forEach(document ->
                        text.append(DocumentRenderer.pretty(document)).append('\n'));
        if (!changes.isEmpty()) {
            text.append('\n').append(style.bold("changes, latest first")).append('\n');
            changes.forEach(line -> text.append(line).append('\n'));
        }
        terminal.out().print(text);
        terminal.out().flush();
    }

    @Override
    public void close() {
        terminal.out().print(TO_USUAL_SCREEN);
        terminal.out().flush();
    }
}
