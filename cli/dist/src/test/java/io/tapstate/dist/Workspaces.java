package io.tapstate.dist;

import io.tapstate.connectors.embedded.DatabaseServer;
import io.tapstate.connectors.embedded.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Workspaces over two test databases: orders in MySQL, shipments in PostgreSQL, one document per order. */
final class Workspaces {
    private Workspaces() {}

    /** Makes and fills both tables: three orders, three shipments. */
    static void load(TestDatabase orders, TestDatabase shipments) {
        orders.execute(
                "CREATE TABLE orders (id INT PRIMARY KEY, customer VARCHAR(64), amount DECIMAL(10,2),"
                        + " paid TINYINT(1))",
                "INSERT INTO orders VALUES (1,'alice',10.00,1),(2,'bob',20.00,0),(3,'carol',30.00,1)");
        shipments.execute(
                "CREATE TABLE shipments (id INT PRIMARY KEY, order_id INT NOT NULL, carrier VARCHAR(64))",
                "INSERT INTO shipments VALUES (1,1,'dhl'),(2,1,'ups'),(3,2,'fedex')");
    }

    /** Gives shipment 2 a value so large that the log leaves it out where it did not change, even of a row that is new. */
    static void addLargeNote(TestDatabase shipments) {
        shipments.execute(
                "ALTER TABLE shipments ADD COLUMN note TEXT",
                "ALTER TABLE shipments ALTER note SET STORAGE EXTERNAL",
                "UPDATE shipments SET note = repeat('x', 9000) WHERE id = 2");
    }

    /** What the sources refer to. */
    static Map<String, String> variables(TestDatabase orders, TestDatabase shipments) {
        return Map.of(
                "ORDERS_PASSWORD", orders.server().password(),
                "SHIPMENTS_PASSWORD", shipments.server().password());
    }

    /** Writes both sources, with the logins of their servers' administrators. */
    static void writeSources(Path workspace, TestDatabase orders, TestDatabase shipments, String mode) {
        writeSource(
                workspace,
                "orders_db",
                "mysql",
                orders,
                orders.server().user(),
                "${ORDERS_PASSWORD}",
                mode + "\ntables: [orders]");
        writeSource(
                workspace,
                "fulfillment_db",
                "postgres",
                shipments,
                shipments.server().user(),
                "${SHIPMENTS_PASSWORD}",
                mode + "\ntables: [shipments]");
    }

    static void writeSource(
            Path workspace,
            String id,
            String connector,
            TestDatabase database,
            String user,
            String password,
            String modeAndTables) {
        DatabaseServer server = database.server();
        write(workspace.resolve("source").resolve(id + ".tap.yml"), """
                version: tapstate/v1
                kind: source
                id: %s
                connector: %s
                config: { host: %s, port: %d, database: %s, username: %s, password: "%s" }
                mode: %s
                """.formatted(
                        id, connector, server.host(), server.port(), database.name(), user, password, modeAndTables));
    }

    /** @param readMode as the pipeline's settings say it */
    static void writePipeline(Path workspace, String id, String readMode) {
        write(workspace.resolve("pipeline").resolve(id + ".tap.yml"), """
                version: tapstate/v1
                kind: pipeline
                id: %1$s
                source: [orders_db, fulfillment_db]
                transforms:
                  - id: order_nest
                    type: nest
                    from: { orders: orders_db.orders, shipments: fulfillment_db.shipments }
                    root:
                      from: orders
                      key: [id]
                      embed:
                        - { from: shipments, on: { order_id: id }, as: array, path: shipments, arrayKey: [id] }
                view:
                  id: %1$s_state
                  from: order_nest
                  primary_key: id
                settings:
                  read_mode: %2$s
                """.formatted(id, readMode));
    }

    static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
