package io.tapstate.cli.command;

import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.render.DocumentRenderer;
import io.tapstate.cli.render.Terminal;
import io.tapstate.connectors.client.DocumentFilter;
import io.tapstate.connectors.client.DocumentReader;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.bson.BsonDocument;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code find}: documents of a view. */
@Command(
        name = "find",
        description = "Print documents of a view.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  tapstate find views.order_state '{id: 1}'",
            "  tapstate find views.order_state '{amount: {$gt: 20}}' --sort '{amount: -1}' --limit 3",
            "  tapstate find views.order_state -o json | jq .customer",
            "",
            "Exit status: 0, 2 for a filter that cannot be read, 3 when there is no store."
        })
public final class FindCommand implements Callable<Integer> {
    private static final int MOST = 100_000;

    private final CliContext context;

    @Parameters(index = "0", paramLabel = "VIEW", description = "views. and the id of a view.")
    private String view;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FILTER",
            description = "A MongoDB filter, quotes around names not needed (default: all).")
    private String filter = "{}";

    @Option(names = "--sort", paramLabel = "KEYS", description = "For example '{amount: -1}' (default: by _id).")
    private String sort = "{_id: 1}";

    @Option(names = "--limit", paramLabel = "N", description = "Documents to print (default: 10).")
    private int limit = 10;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, json or yaml: one document per line (default: text).")
    private OutputFormat output = OutputFormat.TEXT;

    @Option(
            names = "--views-uri",
            paramLabel = "URI",
            description = "The store (default: TAPSTATE_VIEWS_URI,"
                    + " ~/.config/tapstate/config.properties, a running demo, a running pipeline).")
    private String viewsUri;

    @Mixin
    private Places places;

    public FindCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        String collection = ViewQuery.collection(view);
        BsonDocument wanted = DocumentFilter.parse(filter);
        BsonDocument order = DocumentFilter.parse(sort);
        int shown = Math.min(ViewQuery.limit(limit), MOST);
        String uri = places.lookup(context).viewsUri(Optional.ofNullable(viewsUri), "find");
        try (DocumentReader reader = DocumentReader.open(uri)) {
            List<BsonDocument> found = reader.find(collection, wanted, order, shown + 1);
            print(found.subList(0, Math.min(shown, found.size())), found.size() > shown);
            if (found.isEmpty() && !reader.collections().contains(collection)) {
                context.terminal().err().println("the store has no view " + collection + "; " + named(reader));
            }
        }
        return ExitCode.DONE;
    }

    private static String named(DocumentReader reader) {
        List<String> views = reader.collections();
        return views.isEmpty() ? "it has none yet" : "it has " + String.join(", ", views);
    }

    private void print(List<BsonDocument> documents, boolean more) {
        Terminal terminal = context.terminal();
        documents.forEach(document -> terminal.out().println(shown(document)));
        String count = documents.size() == 1 ? "1 document" : documents.size() + " documents";
        terminal.err().println(terminal.errorStyle().faint(more ? count + " shown, there are more (--limit)" : count));
    }

    // What is JSON is YAML too; the dash makes one list of all documents.
    private String shown(BsonDocument document) {
        return switch (output) {
            case TEXT -> DocumentRenderer.pretty(document);
            case JSON -> DocumentRenderer.json(document);
            case YAML -> "- " + DocumentRenderer.json(document);
        };
    }
}
