package io.tapstate.cli.command;

import io.tapstate.cli.error.CliError;
import io.tapstate.cli.render.Terminal;
import io.tapstate.cli.render.WatchScreen;
import io.tapstate.cli.run.StopSignal;
import io.tapstate.connectors.client.DocumentFilter;
import io.tapstate.connectors.client.DocumentReader;
import io.tapstate.connectors.diagnostics.TapException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code watch}: documents of a view, redrawn as they change. */
@Command(
        name = "watch",
        description = "Show documents of a view and redraw them as they change, with what changed. Ctrl-C ends it.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  tapstate watch views.order_state '{id: 1}'",
            "  tapstate watch views.order_state --limit 5",
            "",
            "Exit status: 130 after Ctrl-C, 3 when there is no store or the output is no terminal."
        })
public final class WatchCommand implements Callable<Integer> {
    private static final Duration INTERVAL = Duration.ofMillis(200);

    private final CliContext context;

    @Parameters(index = "0", paramLabel = "VIEW", description = "views. and the id of a view.")
    private String view;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FILTER",
            description = "A MongoDB filter, quotes around names not needed (default: all).")
    private String filter = "{}";

    @Option(names = "--limit", paramLabel = "N", description = "Documents to show (default: 3).")
    private int limit = 3;

    @Option(
            names = "--views-uri",
            paramLabel = "URI",
            description = "The store (default: TAPSTATE_VIEWS_URI,"
                    + " ~/.config/tapstate/config.properties, a running demo, a running pipeline).")
    private String viewsUri;

    @Mixin
    private Places places;

    public WatchCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        String collection = ViewQuery.collection(view);
        BsonDocument wanted = DocumentFilter.parse(filter);
        int shown = ViewQuery.limit(limit);
        Terminal terminal = context.terminal();
        if (!terminal.interactive()) {
            throw TapException.of(CliError.WATCH_NEEDS_A_TERMINAL);
        }
        String uri = places.lookup(context).viewsUri(Optional.ofNullable(viewsUri), "watch");
        StopSignal stop = StopSignal.installed();
        BsonDocument byId = new BsonDocument("_id", new BsonInt32(1));
        try (DocumentReader reader = DocumentReader.open(uri);
                WatchScreen screen = new WatchScreen(terminal, view + " " + filter)) {
            do {
                List<BsonDocument> found = reader.find(collection, wanted, byId, shown);
                screen.show(found);
            } while (!stop.await(INTERVAL));
        }
        return stop.exitCode();
    }
}
