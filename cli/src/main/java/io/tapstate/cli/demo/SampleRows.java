package io.tapstate.cli.demo;

/** The sample: five orders in MySQL, six shipments in PostgreSQL. Loaded once; later starts keep what became of them. */
final class SampleRows {
    private static final String ORDERS =
            "CREATE TABLE orders (" + "id INT NOT NULL PRIMARY KEY, customer VARCHAR(64), amount DECIMAL(10,2))";
    private static final String ORDER_ROWS = "INSERT INTO orders VALUES"
            + " (1,'alice',10.00), (2,'bob',20.00), (3,'carol',30.00), (4,'dave',40.00), (5,'erin',50.00)";
    private static final String SHIPMENTS = "CREATE TABLE shipments ("
            + "id INT NOT NULL PRIMARY KEY, order_id INT NOT NULL, carrier VARCHAR(64), status VARCHAR(32))";
    private static final String SHIPMENT_ROWS = "INSERT INTO shipments VALUES"
            + " (1,1,'dhl','delivered'), (2,1,'ups','in_transit'), (3,2,'fedex','delivered'),"
            + " (4,2,'dhl','pending'), (5,3,'ups','delivered'), (6,4,'fedex','in_transit')";

    private SampleRows() {}

    /** @param given a server of the user's, where a table that is there already is left alone */
    static void loadOrders(DatabaseAddress mysql, boolean given, DemoMemory memory) {
        load(mysql, given, memory, "orders", ORDERS, ORDER_ROWS);
    }

    /** As {@link #loadOrders}. */
    static void loadShipments(DatabaseAddress postgres, boolean given, DemoMemory memory) {
        load(postgres, given, memory, "shipments", SHIPMENTS, SHIPMENT_ROWS);
    }

    private static void load(
            DatabaseAddress address, boolean given, DemoMemory memory, String table, String create, String rows) {
        String fact = "sample." + table;
        if (memory.is(fact) && !given) {
            return;
        }
        try (Sql sql = Sql.open(address)) {
            boolean exists = sql.any("SELECT 1 FROM information_schema.tables WHERE table_name = '" + table + "'"
                    + " AND table_schema = "
                    + (address.kind() == DatabaseAddress.Kind.MYSQL ? "DATABASE()" : "current_schema()"));
            if (exists && given) {
                return;
            }
            // On a server of ours without the note, an earlier start broke off between the two statements.
            if (exists) {
                sql.run("DROP TABLE " + table);
            }
            sql.run(create, rows);
        }
        memory.remember(fact);
    }
}
