package io.tapstate.job.nest;

import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RowWriter;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.types.Decimal128;

/**
 * A document with a given number of embedded rows of some 120 bytes each.
 *
 * @param fields how it is nested
 * @param root the root row
 * @param elements the embedded rows, depth first
 */
public record SampleDocument(List<EmbedField> fields, byte[] root, List<Element> elements) {
    /** The document's key. */
    public static final RowKey KEY = new KeyEncoding().add(new BsonInt64(1)).key();

    private static final int FAN = 10;

    /** How the rows are nested. */
    public enum Shape {
        /** One list. */
        FLAT("items"),
        /** A list of rows that hold ten rows that hold ten rows each. */
        DEEP("items", "parts", "notes");

        final List<String> names;

        Shape(String... names) {
            this.names = List.of(names);
        }

        List<EmbedField> fields() {
            List<EmbedField> inner = List.of();
            for (int i = names.size() - 1; i >= 0; i--) {
                inner = List.of(new EmbedField(names.get(i), EmbedField.Shape.ARRAY, 2, false, inner));
            }
            return inner;
        }
    }

    /**
     * One embedded row.
     *
     * @param level 0 for what stands in the root
     */
    public record Element(int level, String field, RowKey path, byte[] row) {}

    public static SampleDocument of(Shape shape, int size) {
        List<Element> elements = new ArrayList<>();
        RowKey[] open = new RowKey[shape.names.size() + 1];
        open[0] = ElementPath.ROOT;
        int[] count = new int[shape.names.size()];
        int level = 0;
        while (elements.size() < size) {
            BsonInt64 id = new BsonInt64(elements.size());
            String field = shape.names.get(level);
            RowKey below = new KeyEncoding().text(field).add(id).add(id).key();
            open[level + 1] = ElementPath.join(open[level], below);
            elements.add(new Element(level, field, open[level + 1], row(elements.size(), "first")));
            count[level]++;
            level = Math.min(level + 1, shape.names.size() - 1);
            while (level > 0 && count[level] == FAN) {
                count[level--] = 0;
            }
        }
        return new SampleDocument(shape.fields(), row(1, "root"), elements);
    }

    /** A row that differs from others in its id and its state only. */
    public static byte[] row(long id, String state) {
        return RowWriter.encode(new BsonDocument("id", new BsonInt64(id))
                .append("parent_id", new BsonInt64(1))
                .append("state", new BsonString(state))
                .append("price", new BsonDecimal128(Decimal128.parse("19.90")))
                .append("quantity", new BsonInt64(3))
                .append("changed_at", new BsonDateTime(1_750_000_000_000L))
                .append("sku", new BsonString("SKU-4711")));
    }

    /** An embedded row in the middle, as a change that gives it another state. */
    public NestChange change(String state) {
        int middle = elements.size() / 2;
        return NestChange.arrival(KEY, elements.get(middle).path(), row(middle, state), 0);
    }
}
