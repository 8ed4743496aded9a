package io.tapstate.job.history;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.TableId;
import io.tapstate.job.history.Node.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.bson.BsonDocument;
import org.bson.BsonInt64;

/** Short spellings for tests of the model: tables by name, rows and documents as JSON. */
final class ModelTables {
    private final Map<Table, List<BsonDocument>> rows = new HashMap<>();

    /** @param identity its first columns, which identify a row */
    Table table(String name, int identity, String... columns) {
        Table table = new Table("db", new TableId("shop", name), BeforeImage.FULL, true);
        for (String column : columns) {
            table.add(new Column(column, ColumnType.INTEGER, true, Column.Use.ORDER, null));
        }
        table.identity.addAll(List.of(columns).subList(0, identity));
        rows.put(table, new ArrayList<>());
        return table;
    }

    /** Whole numbers become int64, as sources send them; single quotes may stand for double ones. */
    ModelTables row(Table table, String json) {
        rows.get(table).add(json(json));
        return this;
    }

    static BsonDocument json(String json) {
        BsonDocument document = BsonDocument.parse(json.replace('\'', '"'));
        document.replaceAll(
                (name, value) -> value.isInt32() ? new BsonInt64(value.asInt32().getValue()) : value);
        return document;
    }

    /** The documents, in key order, as JSON with plain numbers and single quotes. */
    List<String> documents(Nest nest) {
        return new NestModel(rows::get)
                .documents(nest).values().stream()
                        .map(document -> document.toJson().replace('"', '\''))
                        .toList();
    }

    static Nest nest(Feed root, List<String> key, Node... embeds) {
        Nest.Settings settings = new Nest.Settings(false, false, OptionalInt.empty(), OptionalInt.empty(), false);
        return new Nest("nest", root, key, key, settings, List.of(embeds));
    }

    /** @param on {@code child=parent}, comma between pairs */
    static Node array(Feed feed, String path, String on, List<String> arrayKey, Node... embeds) {
        return node(feed, Shape.ARRAY, path, on, arrayKey, embeds);
    }

    static Node object(Feed feed, String path, String on, Node... embeds) {
        return node(feed, Shape.OBJECT, path, on, List.of(), embeds);
    }

    static Node flat(Feed feed, String on, Node... embeds) {
        return node(feed, Shape.FLAT, "", on, List.of(), embeds);
    }

    static Node node(Feed feed, Shape shape, String path, String on, List<String> arrayKey, Node... embeds) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String pair : on.split(",", -1)) {
            pairs.put(pair.split("=", 2)[0], pair.split("=", 2)[1]);
        }
        return new Node("a", feed, shape, path, false, pairs, List.of(), arrayKey, List.of(embeds));
    }
}
