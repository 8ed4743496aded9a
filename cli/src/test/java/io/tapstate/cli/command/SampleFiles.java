package io.tapstate.cli.command;

import io.tapstate.cli.Typed;

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
}
