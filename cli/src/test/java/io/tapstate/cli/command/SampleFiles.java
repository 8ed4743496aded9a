package io.tapstate.cli.command;

import io.tapstate.cli.Typed;
import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.planner.schema.SchemaFiles;
import io.tapstate.planner.schema.SchemaSnapshot;
import java.util.List;
import java.util.OptionalLong;

/** Files that stand in many tests. */
final class SampleFiles {
    static final String ORDERS_DB = """
            version: tapstate/v1
            kind: source
            id: orders_db
            connector: mysql
            config:
              host: ${ORDERS_DB_HOST}
              database: shop
              username: app
              password: ${ORDERS_DB_PASSWORD}
            mode: cdc
            tables: [orders, customers]
            """;

    /** A connection that can be written to. */
    static final String TARGET = """
            version: tapstate/v1
            kind: source
            id: target
            connector: mongodb
            config:
              uri: ${TARGET_URI}
            """;

    static final String ORDERS = """
            version: tapstate/v1
            kind: pipeline
            id: orders
            source: orders_db
            view:
              id: order_state
              from: orders_db.orders
              primary_key: id
            """;

    private SampleFiles() {}

    /** Two resources, both valid. */
    static void write(Typed cli) {
        cli.file("source/orders_db.tap.yml", ORDERS_DB);
        cli.file("pipeline/orders.tap.yml", ORDERS);
    }

    /** The tables of {@link #ORDERS_DB}, as discovery records them. */
    static void record(Typed cli) {
        new SchemaFiles(cli.workspace())
                .write(new SchemaSnapshot("orders_db", "mysql", List.of(table("orders"), table("customers"))));
    }

    private static TableSchema table(String name) {
        return new TableSchema(
                new TableId("shop", name),
                List.of(
                        new ColumnSchema("id", "bigint", ColumnType.INTEGER, false),
                        new ColumnSchema("customer", "varchar(80)", ColumnType.STRING, true)),
                List.of("id"),
                List.of(),
                BeforeImage.FULL,
                OptionalLong.of(1200));
    }
}
