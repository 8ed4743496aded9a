package io.tapstate.job.history;

import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RowWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonDocument;

/**
 * The model: the documents of a nest recomputed from the rows of its tables, from scratch. Shares no code with planner
 * and nest, and keys only to name the documents.
 *
 * <p>A document is its root row's columns, but those whose names embeds own, then the embeds in declared order. A list
 * holds every row that joins, ordered by array key, then identity. A sub-document is the last of these rows, and absent
 * when there is none. A flat embed is that row's fields, in its place; a field that is there already stays as it is. What
 * is embedded in a row is built in the same way. An object that a dotted path makes is absent when nothing is in it.
 * Where two root rows claim one document, which only happens within a transaction, it is of the first by identity.
 */
final class NestModel {
    private final Function<Table, Collection<BsonDocument>> tables;
    private final Map<Node, Children> children = new IdentityHashMap<>();
    private final Map<List<Node>, Layout> layouts = new IdentityHashMap<>();
    private final Map<Nest, TreeMap<RowKey, BsonDocument>> nests = new IdentityHashMap<>();

    /** @param tables the rows of each, in any order */
    NestModel(Function<Table, Collection<BsonDocument>> tables) {
        this.tables = tables;
    }

    /** Every document of a nest by its encoded key. */
    TreeMap<RowKey, BsonDocument> documents(Nest nest) {
        TreeMap<RowKey, BsonDocument> known = nests.get(nest);
        if (known != null) {
            return known;
        }
        TreeMap<RowKey, BsonDocument> roots = new TreeMap<>();
        Comparator<BsonDocument> first = order(nest.root().identity());
        for (BsonDocument row : rows(nest.root())) {
            Optional<RowKey> key = KeyEncoding.of(RowWriter.encode(project(row, nest.key())), nest.key());
            key.ifPresent(found ->
                    roots.merge(found, row, (left, right) -> first.compare(left, right) <= 0 ? left : right));
        }
        roots.replaceAll((key, row) -> document(row, nest.embeds()));
        nests.put(nest, roots);
        return roots;
    }

    /** What comes out of a feed, by its encoded identity. */
    TreeMap<RowKey, BsonDocument> documents(Feed feed) {
        if (feed instanceof Nest nest) {
            return documents(nest);
        }
        TreeMap<RowKey, BsonDocument> found = new TreeMap<>();
        for (BsonDocument row : rows(feed)) {
            found.put(key(row, feed.identity()), row);
        }
        return found;
    }

    /** What a row of a table is where a feed's rows are of it, whether or not it passes; null where they are not. */
    static BsonDocument named(Feed feed, Table table, BsonDocument row) {
        if (feed instanceof Table same) {
            return same == table ? row : null;
        }
        if (feed instanceof Nest nest) {
            return named(nest.root(), table, row);
        }
        Altered altered = (Altered) feed;
        for (Feed input : altered.inputs()) {
            BsonDocument named = named(input, table, row);
            if (named != null) {
                return altered.rule() instanceof Rule.Filter
                        ? named
                        : altered.rule().apply(named);
            }
        }
        return null;
    }

    static RowKey key(BsonDocument row, List<String> columns) {
        return KeyEncoding.of(RowWriter.encode(project(row, columns)), columns).orElseThrow();
    }

    private Collection<BsonDocument> rows(Feed feed) {
        if (feed instanceof Altered altered) {
            return altered.inputs().stream()
                    .flatMap(input -> rows(input).stream())
                    .map(altered.rule()::apply)
                    .filter(Objects::nonNull)
                    .toList();
        }
        if (feed instanceof Table table) {
            Collection<BsonDocument> all = tables.apply(table);
            return table.filter == null
                    ? all
                    : all.stream().filter(table.filter.holds()).toList();
        }
        return documents((Nest) feed).values();
    }

    private static BsonDocument project(BsonDocument row, List<String> columns) {
        BsonDocument part = new BsonDocument();
        columns.forEach(column -> part.put(column, row.get(column)));
        return part;
    }

    /** What is embedded at one level: the fields that embeds own, and who writes them. */
    private record Layout(Set<String> owned, List<Field> fields) {
        static Layout of(List<Node> embeds) {
            Set<String> owned = new HashSet<>();
            List<Field> fields = new ArrayList<>();
            for (Node embed : embeds) {
                Field field = new Field(embed.path(), embed);
                owned.add(field.head());
                fields.add(field);
            }
            return new Layout(owned, fields);
        }
    }

    private BsonDocument document(BsonDocument row, List<Node> embeds) {
        Layout layout = layouts.computeIfAbsent(embeds, Layout::of);
        BsonDocument document = new BsonDocument();
        row.forEach((column, value) -> {
            if (!layout.owned.contains(column)) {
                document.put(column, value);
            }
        });
        write(row, layout.fields, document);
        return document;
    }

    /** An embed, and what is left of its path within the object being written. */
    private record Field(String path, Node embed) {
        String head() {
            int dot = path.indexOf('.');
            return dot < 0 ? path : path.substring(0, dot);
        }

        boolean dotted() {
            return path.indexOf('.') >= 0;
        }

        Field inner() {
            return new Field(path.substring(path.indexOf('.') + 1), embed);
        }
    }

    private void write(BsonDocument row, List<Field> fields, BsonDocument into) {
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            if (!field.dotted()) {
                write(row, field, into);
                continue;
            }
            String head = field.head();
            boolean written = fields.subList(0, i).stream()
                    .anyMatch(other -> other.dotted() && other.head().equals(head));
            if (!written) {
                BsonDocument object = new BsonDocument();
                List<Field> within = fields.stream()
                        .filter(other -> other.dotted() && other.head().equals(head))
                        .map(Field::inner)
                        .toList();
                write(row, within, object);
                if (!object.isEmpty()) {
                    into.put(head, object);
                }
            }
        }
    }

    private void write(BsonDocument row, Field field, BsonDocument into) {
        Node embed = field.embed;
        List<BsonDocument> matching = matching(row, embed);
        if (embed.shape() == Node.Shape.ARRAY) {
            BsonArray array = new BsonArray();
            matching.forEach(child -> array.add(document(child, embed.embeds())));
            into.put(field.path, array);
        } else if (!matching.isEmpty()) {
            BsonDocument last = document(matching.get(matching.size() - 1), embed.embeds());
            if (embed.shape() == Node.Shape.OBJECT) {
                into.put(field.path, last);
            } else {
                last.forEach(into::putIfAbsent);
            }
        }
    }

    /** The rows of an embed in order, by what they join to. */
    private record Children(List<String> parentColumns, Map<Object, List<BsonDocument>> rows) {}

    private List<BsonDocument> matching(BsonDocument row, Node embed) {
        Children known = children.get(embed);
        if (known == null) {
            known = children(embed);
            children.put(embed, known);
        }
        Object key = Values.joinKey(row, known.parentColumns);
        return key == null ? List.of() : known.rows.getOrDefault(key, List.of());
    }

    private Children children(Node embed) {
        Map<Object, List<BsonDocument>> rows = new HashMap<>();
        List<String> columns = List.copyOf(embed.on().keySet());
        for (BsonDocument row : rows(embed.feed())) {
            Object key = Values.joinKey(row, columns);
            if (key != null) {
                rows.computeIfAbsent(key, none -> new ArrayList<>()).add(row);
            }
        }
        List<String> ordering = new ArrayList<>(embed.arrayKey());
        ordering.addAll(embed.identity());
        Comparator<BsonDocument> order = order(ordering);
        rows.values().forEach(siblings -> siblings.sort(order));
        return new Children(List.copyOf(embed.on().values()), rows);
    }

    private static Comparator<BsonDocument> order(List<String> columns) {
        return (left, right) -> {
            for (String column : columns) {
                int order = Values.ORDER.compare(left.get(column), right.get(column));
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        };
    }
}
