package io.tapstate.cli.demo;

import io.tapstate.cli.error.CliError;
import io.tapstate.cli.run.WritableFolder;
import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the workspace that a user would write by hand. A file that the user has edited since is kept as it is: what
 * was written is remembered by its digest, and only a file that still is that is written again.
 */
final class DemoWorkspace {
    static final String PIPELINE = "order_pipeline";
    static final String VIEW = "order_state";

    private static final String SOURCE = """
            version: tapstate/v1
            kind: source
            id: %s
            connector: %s
            mode: cdc
            config:
              host: %s
              port: ${%s}
              database: %s
              username: %s
              password: ${%s}
            tables: [%s]
            """;

    private static final String PIPELINE_TEXT = """
            version: tapstate/v1
            kind: pipeline
            id: order_pipeline
            source: [orders_db, fulfillment_db]
            settings:
              read_mode: snapshot_and_cdc
            transforms:
              - id: orders_with_shipments
                type: nest
                from:
                  orders: orders_db.orders
                  shipments: fulfillment_db.shipments
                root:
                  from: orders
                  key: [id]
                  embed:
                    - from: shipments
                      on: { order_id: id }
                      as: array
                      path: shipments
                      arrayKey: [id]
            view:
              id: order_state
              from: orders_with_shipments
              primary_key: id
            """;

    private DemoWorkspace() {}

    static void write(Path workspace, DatabaseAddress mysql, DatabaseAddress postgres, DemoMemory memory) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("source/orders_db.tap.yml", source("orders_db", mysql, "orders"));
        files.put("source/fulfillment_db.tap.yml", source("fulfillment_db", postgres, "shipments"));
        files.put("pipeline/order_pipeline.tap.yml", PIPELINE_TEXT);
        files.forEach((name, text) -> {
            try {
                write(workspace, name, text, memory);
            } catch (IOException e) {
                throw TapException.because(
                        e, CliError.FOLDER_UNUSABLE, "path", workspace, "reason", WritableFolder.reason(e));
            }
        });
    }

    private static String source(String id, DatabaseAddress address, String table) {
        return String.format(
                SOURCE,
                id,
                address.kind().connector(),
                address.host(),
                address.kind().portVariable(),
                address.database(),
                address.user(),
                address.kind().passwordVariable(),
                table);
    }

    private static void write(Path workspace, String name, String text, DemoMemory memory) throws IOException {
        Path file = workspace.resolve(name);
        String fact = "written." + name;
        if (Files.exists(file) && !memory.text(fact).equals(Optional.of(digest(Files.readString(file))))) {
            return;
        }
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        memory.remember(fact, digest(text));
    }

    private static String digest(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
