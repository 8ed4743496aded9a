package io.tapstate.cli.demo;

import io.tapstate.cli.render.DocumentRenderer;
import io.tapstate.cli.render.Style;
import io.tapstate.cli.render.Terminal;
import io.tapstate.cli.render.TextRunReporter;
import io.tapstate.cli.run.EngineEvent;
import io.tapstate.cli.run.RunObserver;
import io.tapstate.connectors.client.DocumentReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt64;

/** A run as the demo tells it: what any run says, then the documents and what to try next. */
public final class DemoReporter implements RunObserver {
    private static final int SHOWN = 10;

    private final Terminal terminal;
    private final TextRunReporter run;
    private final DemoSession session;
    private final String folderOption;
    private String dashboard = "";
    private boolean introduced;

    public DemoReporter(Terminal terminal, DemoSession session, Path folder, boolean usualFolder) {
        this.terminal = terminal;
        this.run = new TextRunReporter(terminal);
        this.session = session;
        this.folderOption = usualFolder ? "" : " --dir " + folder;
    }

    @Override
    public void on(EngineEvent event) {
        run.on(event);
        if (event.kind() == EngineEvent.Kind.STARTING) {
            dashboard = event.text("dashboard");
        }
        if (event.kind() == EngineEvent.Kind.STREAMING && !introduced) {
            introduced = true;
            introduce();
        }
    }

    @Override
    public void engineDied(int status, Duration delay) {
        run.engineDied(status, delay);
    }

    private void introduce() {
        Style style = terminal.style();
        StringBuilder text = new StringBuilder("\n");
        documents()
                .forEach(order ->
                        text.append("  ").append(DocumentRenderer.line(order)).append('\n'));
        text.append("\n  ").append(style.bold("dashboard  ")).append(dashboard).append('\n');
        text.append("  ")
                .append(style.bold("workspace  "))
                .append(session.folder().work())
                .append("\n\n");
        text.append("In a second terminal, try:\n");
        suggestions().forEach(line -> text.append("  ").append(line).append('\n'));
        text.append("\nCtrl-C stops everything and keeps the data; the next demo resumes from here.");
        terminal.out().println(text);
    }

    private List<BsonDocument> documents() {
        try (DocumentReader reader = DocumentReader.open(session.run().viewsUri())) {
            return reader.find(
                    DemoWorkspace.VIEW, new BsonDocument(), new BsonDocument("_id", new BsonInt64(1)), SHOWN);
        }
    }

    private List<String> suggestions() {
        return List.of(
                "./tapstate watch views.order_state '{id: 1}'" + folderOption,
                "./tapstate demo sql" + folderOption + " mysql \"UPDATE orders SET customer='alicia' WHERE id=1\"",
                "./tapstate demo sql" + folderOption
                        + " postgres \"INSERT INTO shipments VALUES (7,1,'ups','pending')\"",
                "./tapstate find views.order_state '{id: 1}'" + folderOption,
                "./tapstate status order_pipeline" + folderOption);
    }
}
