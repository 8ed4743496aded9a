package io.tapstate.cli;

import io.tapstate.cli.command.CliContext;
import io.tapstate.cli.render.Terminal;
import io.tapstate.cli.run.WritableFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Goes once through what people do most, for the launcher to learn which classes that takes. Works in a folder of its
 * own, asks no database, and says nothing.
 */
final class Rehearsal {
    /** The word that asks for it; no verb, so that no help shows it. */
    static final String WORD = "__rehearse";

    private static final String[] SCRIPT = {
        "--help",
        "version",
        "new -y --connector mysql --id orders_db --table orders --set database=shop",
        "new -y --kind pipeline --id orders --source orders_db --table orders",
        "ls",
        "ls -o json",
        "desc orders",
        "desc orders -o yaml",
        "validate",
        "validate -o json",
        "help validate",
        "fmt --check",
        "explain",
        "explain pipeline.transforms.nest",
        "explain dsl.unknown-field",
        "schema",
        "connectors",
        "completion bash",
        "__complete topic",
        "validate --unknown"
    };

    private static final String NEST = """
            version: tapstate/v1
            kind: pipeline
            id: nested
            source: [orders_db, other_db]
            transforms:
              - id: documents
                type: nest
                from: { orders: orders_db.orders, others: orders_db.orders }
                root:
                  from: orders
                  key: [id]
                  embed:
                    - { from: others, on: { order_id: id }, as: array, path: others, arrayKey: [id] }
            view: { id: state, from: documents, primary_key: id }
            colour: red
            """;

    private Rehearsal() {}

    static void play() throws IOException {
        Path folder = Files.createTempDirectory("tapstate-rehearsal");
        try (PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
            Terminal terminal = new Terminal(nowhere, nowhere, true, true, true);
            CliContext context = new CliContext(
                    terminal, Map.of("TAPSTATE_WORKDIR", folder.resolve("work").toString()));
            for (String line : SCRIPT) {
                Tapstate.run(context, line.split(" ", -1));
            }
            Files.writeString(folder.resolve("work/pipeline/nested.tap.yml"), NEST);
            Tapstate.run(context, "validate");
        } finally {
            WritableFolder.delete(folder);
        }
    }
}
