package io.tapstate.job.values;

import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.client.LiveSchemas;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.planner.TapPlanner;
import io.tapstate.planner.Workspace;
import io.tapstate.planner.dsl.TapFile;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.PlanOutcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * The tables of all samples of one server, and the nest over them: a root with every sample as a column, the same columns
 * as array elements and as a pointed-at row, and for each key sample a table whose primary key it is with children that
 * hold it in {@code on}.
 *
 * <p>Row {@code r} holds in each column the value {@code r} of its sample, beginning again at its end; the last row holds
 * nulls. A batch is all rows once, with ids from a number of its own on.
 */
final class SampleTables {
    /** Between the ids of two batches. */
    static final int BATCH = 1000;

    private static final String PASSWORD = "SAMPLES_PASSWORD";

    private final TypeSamples server;
    private final TestDatabase database;
    private final List<TypeSample> samples;
    private final List<TypeSample> keys;
    private final int rows;

    SampleTables(TypeSamples server, TestDatabase database) {
        this.server = server;
        this.database = database;
        this.samples =
                server.samples().stream().filter(sample -> !sample.refused()).toList();
        this.keys = samples.stream().filter(TypeSample::key).toList();
        this.rows = 1
                + samples.stream()
                        .mapToInt(sample -> sample.values().size())
                        .max()
                        .orElseThrow();
    }

    List<TypeSample> samples() {
        return samples;
    }

    /** How many rows a batch has. */
    int rows() {
        return rows;
    }

    static String column(int sample) {
        return "c" + sample;
    }

    void create() throws SQLException {
        List<String> statements = new ArrayList<>(server.preparation());
        StringBuilder columns = new StringBuilder();
        for (int i = 0; i < samples.size(); i++) {
            columns.append(", ")
                    .append(column(i))
                    .append(' ')
                    .append(samples.get(i).declaration())
                    .append(" NULL");
        }
        statements.add("CREATE TABLE pointed (id int PRIMARY KEY, touched int" + columns + ")");
        statements.add("CREATE TABLE main (id int PRIMARY KEY, touched int, pointed_id int" + columns + ")");
        statements.add("CREATE TABLE item (id int PRIMARY KEY, touched int, main_id int" + columns + ")");
        for (int i = 0; i < keys.size(); i++) {
            String type = keys.get(i).declaration();
            statements.add("CREATE TABLE holder" + i + " (k " + type + " NOT NULL PRIMARY KEY, owner int)");
            statements.add("CREATE TABLE child" + i + " (id int PRIMARY KEY, k " + type + " NULL)");
        }
        execute(statements);
    }

    /** Writes all rows once; of key values, those whose turn it is, and a child of each value. */
    void fill(int batch) throws SQLException {
        List<String> statements = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            StringBuilder literals = new StringBuilder();
            for (TypeSample sample : samples) {
                literals.append(", ")
                        .append(row == rows - 1 ? "NULL" : value(sample, row).literal());
            }
            int id = batch * BATCH + row;
            statements.add("INSERT INTO pointed VALUES (" + id + ", 0" + literals + ")");
            statements.add("INSERT INTO main VALUES (" + id + ", 0, " + id + literals + ")");
            statements.add("INSERT INTO item VALUES (" + id + ", 0, " + id + literals + ")");
        }
        for (int i = 0; i < keys.size(); i++) {
            List<TypeSample.Value> values = keys.get(i).values();
            for (int v = 0; v < values.size(); v++) {
                String literal = values.get(v).literal();
                if (v % 2 == batch) {
                    statements.add("INSERT INTO holder" + i + " VALUES (" + literal + ", " + v + ")");
                }
                statements.add("INSERT INTO child" + i + " VALUES (" + (batch * BATCH + v) + ", " + literal + ")");
            }
        }
        execute(statements);
    }

    /** Writes every row of a batch again: once as it is, once with another value in a column beside the samples. */
    void touch(int batch) throws SQLException {
        String these = " WHERE id BETWEEN " + batch * BATCH + " AND " + (batch * BATCH + BATCH - 1);
        List<String> statements = new ArrayList<>();
        for (String table : List.of("main", "item", "pointed")) {
            statements.add("UPDATE " + table + " SET touched = touched" + these);
            statements.add("UPDATE " + table + " SET touched = 1" + these);
        }
        execute(statements);
    }

    void execute(List<String> statements) throws SQLException {
        try (Connection connection = server.writer(database);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                try {
                    statement.execute(sql);
                } catch (SQLException e) {
                    throw new SQLException(sql + ": " + e.getMessage(), e);
                }
            }
        }
    }

    private static TypeSample.Value value(TypeSample sample, int row) {
        return sample.values().get(row % sample.values().size());
    }

    private BsonValue expected(TypeSample sample, int row) {
        return row == rows - 1 ? BsonNull.VALUE : value(sample, row).expected();
    }

    /** What a live plan of these tables is. */
    JobPlan plan() {
        PlanOutcome outcome = TapPlanner.plan(
                new Workspace(List.of(source(), pipeline())), "samples", new LiveSchemas(variables()), variables());
        if (!outcome.refusals().isEmpty()) {
            throw new IllegalStateException("refused: " + outcome.refusals());
        }
        return outcome.plan();
    }

    UnaryOperator<String> variables() {
        return name -> switch (name) {
            case PASSWORD -> database.server().password();
            case "TAPSTATE_VIEWS_URI" -> "mongodb://127.0.0.1:1/views";
            default -> null;
        };
    }

    private TapFile source() {
        return new TapFile("source/db.tap.yml", """
                version: tapstate/v1
                kind: source
                id: db
                connector: %s
                config: { host: "%s", port: %d, database: %s, username: %s, password: "${%s}" }
                mode: cdc
                """.formatted(
                        server.connector(),
                        database.server().host(),
                        database.server().port(),
                        database.name(),
                        database.server().user(),
                        PASSWORD));
    }

    private TapFile pipeline() {
        StringBuilder from = new StringBuilder("      main: main\n      item: item\n      pointed: pointed\n");
        StringBuilder embeds = new StringBuilder("""
                        - { from: item, on: { main_id: id }, as: array, path: items, key: [id] }
                        - { from: pointed, on: { id: pointed_id }, as: object, path: pointed }
                """);
        for (int i = 0; i < keys.size(); i++) {
            from.append("      holder%1$d: holder%1$d\n      child%1$d: child%1$d\n".formatted(i));
            embeds.append("""
                            - from: holder%1$d
                              on: { owner: id }
                              key: [k]
                              as: array
                              path: holder%1$d
                              embed:
                                - { from: child%1$d, on: { k: k }, as: array, path: children, key: [id] }
                    """.formatted(i));
        }
        return new TapFile(
                "pipeline/samples.tap.yml",
                """
                version: tapstate/v1
                kind: pipeline
                id: samples
                source: db
                transforms:
                  - id: tree
                    type: nest
                    from:
                """ + from + "    root:\n      from: main\n      key: [id]\n      embed:\n" + embeds
                        + "view: { id: samples, from: tree, primary_key: id }\n");
    }

    /** Whether all documents of a batch are there with everything that belongs to them. */
    boolean complete(int batch, boolean touched, Map<Integer, BsonDocument> documents) {
        for (int row = 0; row < rows; row++) {
            BsonDocument document = documents.get(batch * BATCH + row);
            if (document == null
                    || !isTouched(document, touched)
                    || document.getArray("items").isEmpty()
                    || !isTouched(document.getArray("items").get(0).asDocument(), touched)
                    || !document.containsKey("pointed")
                    || !isTouched(document.getDocument("pointed"), touched)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isTouched(BsonDocument row, boolean touched) {
        return row.getInt64("touched").getValue() == (touched ? 1 : 0);
    }

    /** What differs from the expectations in a batch that is {@link #complete}. */
    List<String> differences(int batch, Map<Integer, BsonDocument> documents) {
        List<String> differences = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            BsonDocument document = documents.get(batch * BATCH + row);
            compare("root", document, row, differences);
            compare("element", document.getArray("items").get(0).asDocument(), row, differences);
            compare("pointed-at row", document.getDocument("pointed"), row, differences);
        }
        return differences;
    }

    private void compare(String place, BsonDocument found, int row, List<String> differences) {
        for (int i = 0; i < samples.size(); i++) {
            TypeSample sample = samples.get(i);
            BsonValue expected = expected(sample, row);
            BsonValue actual = found.get(column(i));
            if (!same(expected, actual)) {
                String literal = row == rows - 1 ? "NULL" : value(sample, row).literal();
                differences.add(place + " " + sample.declaration() + " " + literal + ": should be " + json(expected)
                        + " but is " + json(actual));
            }
        }
    }

    /** The values of each sample in a batch that is complete; none of those that plans refuse. */
    Map<TypeSample, List<BsonValue>> given(int batch, Map<Integer, BsonDocument> documents) {
        Map<TypeSample, List<BsonValue>> given = new LinkedHashMap<>();
        for (TypeSample sample : server.samples()) {
            List<BsonValue> values = new ArrayList<>();
            int column = samples.indexOf(sample);
            for (int row = 0; row < sample.values().size(); row++) {
                values.add(documents.get(batch * BATCH + row).get(column(column)));
            }
            given.put(sample, values);
        }
        return given;
    }

    /** What the plan says of each column. */
    List<String> planDifferences() {
        List<ColumnSchema> columns = new LiveSchemas(variables())
                .described(server.connector(), config(), true).stream()
                        .filter(table -> table.id().name().equals("main"))
                        .findFirst()
                        .orElseThrow()
                        .columns();
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < samples.size(); i++) {
            String name = column(i);
            ColumnType found = columns.stream()
                    .filter(column -> column.name().equals(name))
                    .findFirst()
                    .orElseThrow()
                    .type();
            if (found != samples.get(i).representation()) {
                differences.add("plan: " + samples.get(i).declaration() + " should be "
                        + samples.get(i).representation() + " but is " + found);
            }
        }
        return differences;
    }

    private ConnectionConfig config() {
        return new ConnectionConfig(Map.of(
                "host", database.server().host(),
                "port", Integer.toString(database.server().port()),
                "database", database.name(),
                "username", database.server().user(),
                "password", database.server().password()));
    }

    /** Whether every key value has its holder and the children of both batches. */
    boolean keysComplete(Map<Integer, BsonDocument> documents) {
        return keyDifferences(documents).isEmpty();
    }

    List<String> keyDifferences(Map<Integer, BsonDocument> documents) {
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            TypeSample sample = keys.get(i);
            for (int v = 0; v < sample.values().size(); v++) {
                BsonDocument owner = documents.get(v);
                BsonValue expected = sample.values().get(v).expected();
                List<String> found = new ArrayList<>();
                boolean right = false;
                for (BsonValue holder : owner == null ? List.<BsonValue>of() : owner.getArray("holder" + i)) {
                    BsonDocument row = holder.asDocument();
                    found.add(json(row));
                    right = same(expected, row.get("k"))
                            && row.getArray("children").size() == 2
                            && row.getArray("children").stream()
                                    .allMatch(child ->
                                            same(expected, child.asDocument().get("k")));
                }
                if (!right || found.size() != 1) {
                    differences.add("key " + sample.declaration() + " "
                            + sample.values().get(v).literal() + ": should be " + json(expected) + " but is " + found);
                }
            }
        }
        return differences;
    }

    /** Bytes, not {@code equals}: types, digits and the sign of zero. */
    private static boolean same(BsonValue expected, BsonValue actual) {
        return actual != null && java.util.Arrays.equals(bytes(expected), bytes(actual));
    }

    private static byte[] bytes(BsonValue value) {
        return io.tapstate.connectors.row.RowWriter.encode(new BsonDocument("v", value));
    }

    static String json(BsonValue value) {
        if (value == null) {
            return "absent";
        }
        String json = new BsonDocument("v", value)
                .toJson(org.bson.json.JsonWriterSettings.builder()
                        .outputMode(org.bson.json.JsonMode.EXTENDED)
                        .build());
        return json.substring("{\"v\": ".length(), json.length() - 1);
    }
}
