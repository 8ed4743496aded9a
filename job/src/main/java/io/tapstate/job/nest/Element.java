package io.tapstate.job.nest;

import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.row.RowWriter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * One node of a nest while a document is written: at any time at most one row of a node is open. A row is closed when the
 * next one does not stand in it, and is then an item of its parent.
 */
final class Element implements DocumentFields.Field {
    private final EmbedField field;
    private final byte[] prefix;
    private final Element[] embeds;
    private final Element[] byPrefix;
    private final DocumentFields fields;
    private final boolean flatBelow;
    private final RowWriter writer = new RowWriter();
    private final RowWriter items = new RowWriter();
    private Element parent;
    private byte[] path = new byte[0];
    private byte[] row;
    private int count;
    private byte[] last;

    Element(EmbedField field) {
        this.field = field;
        this.prefix = ElementPath.prefix(field.name());
        this.embeds = field.embeds().stream().map(Element::new).toArray(Element[]::new);
        this.byPrefix = embeds.clone();
        Arrays.sort(byPrefix, (a, b) -> Arrays.compareUnsigned(a.prefix, b.prefix));
        this.fields = new DocumentFields();
        for (Element embed : embeds) {
            embed.parent = this;
            fields.add(embed.isFlat() ? "" : embed.field.name(), embed);
        }
        this.flatBelow = Arrays.stream(embeds).anyMatch(Element::isFlat);
    }

    boolean isLeaf() {
        return embeds.length == 0;
    }

    boolean ignoresUpdates() {
        return field.ignoreUpdates();
    }

    int prefixLength() {
        return prefix.length;
    }

    int keyLength() {
        return field.keyLength();
    }

    /** Length of the path of the open row. */
    int pathLength() {
        return path.length;
    }

    /** Whether a path stands in the open row. */
    boolean holds(byte[] other) {
        return startsWith(other, 0, path);
    }

    /** The embed that a path stands in, within the open row; null when there is none. */
    Element child(byte[] other) {
        return childAt(other, path.length);
    }

    Element childAt(byte[] other, int from) {
        for (Element embed : byPrefix) {
            if (startsWith(other, from, embed.prefix)) {
                return embed;
            }
        }
        return null;
    }

    void open(byte[] at, byte[] content) {
        path = at;
        row = content;
        for (Element embed : embeds) {
            embed.forget();
        }
    }

    /** The open row has all that stands below its path; what stands below this one follows. */
    void goOnAt(byte[] other) {
        path = other;
    }

    /** Ends the open row; returns the parent. */
    Element closeInto(NestDocument document) {
        if (field.shape() != EmbedField.Shape.ARRAY) {
            if (isFlat() && count > 0) {
                document.faulty(new FlatFault(field.name(), null));
            }
            last = document(document);
        } else if (isLeaf()) {
            items.item(count, row);
        } else {
            items.openItem(count);
            fill(items, document);
            items.close();
        }
        count++;
        return parent;
    }

    /** The open row with all that stands in it. */
    byte[] document(NestDocument document) {
        if (isLeaf()) {
            return row;
        }
        fill(writer, document);
        return writer.finish();
    }

    /** Writes the columns of the open row and all that stands in it. */
    private void fill(RowWriter into, NestDocument document) {
        if (flatBelow) {
            merge(into, document);
            return;
        }
        RawRow cursor = new RawRow(row);
        while (cursor.next()) {
            if (!fields.owns(cursor)) {
                into.field(cursor);
            }
        }
        fields.write(into);
    }

    /** As {@link #fill}, where rows of other tables stand among the columns. */
    private void merge(RowWriter into, NestDocument document) {
        Map<String, byte[]> values = new HashMap<>();
        copy(row, null, values, into, document);
        for (DocumentFields.Named one : fields.inOrder()) {
            if (one.field() instanceof Element flat && flat.isFlat()) {
                if (flat.last != null) {
                    copy(flat.last, flat, values, into, document);
                }
            } else if (one.present()) {
                one.write(into);
            }
        }
    }

    private void copy(byte[] content, Element flat, Map<String, byte[]> values, RowWriter into, NestDocument document) {
        RawRow cursor = new RawRow(content);
        while (cursor.next()) {
            if (fields.owns(cursor)) {
                if (flat != null) {
                    document.faulty(new FlatFault(flat.field.name(), cursor.name()));
                }
                continue;
            }
            byte[] there = values.putIfAbsent(cursor.name(), content);
            if (there == null) {
                into.field(cursor);
            } else if (!same(there, content, cursor.name())) {
                document.faulty(new FlatFault(flat.field.name(), cursor.name()));
            }
        }
    }

    /** A column joined to one of the same name holds the same value, perhaps in another width. */
    private static boolean same(byte[] one, byte[] other, String column) {
        RawRow left = new RawRow(one);
        RawRow right = new RawRow(other);
        left.seek(column);
        right.seek(column);
        if (isNested(left) || isNested(right)) {
            return left.value().equals(right.value());
        }
        return new KeyEncoding()
                .add(left)
                .key()
                .equals(new KeyEncoding().add(right).key());
    }

    private static boolean isNested(RawRow cursor) {
        return cursor.type() == 0x03 || cursor.type() == 0x04;
    }

    private void forget() {
        items.clear();
        count = 0;
        last = null;
    }

    private boolean isFlat() {
        return field.shape() == EmbedField.Shape.FLAT;
    }

    @Override
    public boolean present() {
        return field.shape() == EmbedField.Shape.ARRAY || count > 0;
    }

    @Override
    public void write(String name, RowWriter into) {
        if (field.shape() == EmbedField.Shape.ARRAY) {
            into.openArray(name);
            into.take(items);
            into.close();
        } else {
            into.document(name, last);
        }
    }

    private static boolean startsWith(byte[] bytes, int from, byte[] start) {
        return bytes.length - from >= start.length
                && Arrays.equals(bytes, from, from + start.length, start, 0, start.length);
    }
}
