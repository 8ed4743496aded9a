package io.tapstate.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The workspace that start-up times are measured with: three sources and seven pipelines, each with a nest. {@code main}
 * writes it, see docs/cli.md.
 */
final class TenFiles {
    private static final String SOURCE = """
            version: tapstate/v1
            kind: source
            id: db%1$d
            connector: %2$s
            config:
              host: ${DB_HOST}
              database: shop%1$d
              username: app
              password: ${DB_PASSWORD}
            mode: cdc
            tables: [orders, items, customers]
            """;

    private static final String PIPELINE = """
            version: tapstate/v1
            kind: pipeline
            id: orders%1$d
            source: [db1, db2]
            transforms:
              - id: documents%1$d
                type: nest
                from:
                  orders: db1.orders
                  items: db2.items
                root:
                  from: orders
                  key: [id]
                  embed:
                    - from: items
                      on: { order_id: id }
                      as: array
                      path: items
                      arrayKey: [id]
            view:
              id: state%1$d
              from: documents%1$d
              primary_key: id
            settings:
              read_mode: snapshot_and_cdc
            """;

    private TenFiles() {}

    public static void main(String[] arguments) throws IOException {
        write(Path.of(arguments[0]));
    }

    static Path write(Path workspace) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        for (int i = 1; i <= 3; i++) {
            files.put("source/db" + i, String.format(SOURCE, i, i == 2 ? "postgres" : "mysql"));
        }
        for (int i = 1; i <= 7; i++) {
            files.put("pipeline/orders" + i, String.format(PIPELINE, i));
        }
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = workspace.resolve(file.getKey() + ".tap.yml");
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        return workspace;
    }
}
