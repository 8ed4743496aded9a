package io.tapstate.job.nest;

import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.row.RowWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a document of a nest is made of, and what a change does to it.
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>No document without a root row. Rows that wait for one are kept, and are in the document as soon as it comes.
 *   <li>Removing the root row keeps the embedded rows, for the day it comes back.
 *   <li>Removing what is not there is harmless; the same change twice changes nothing.
 *   <li>The end state does not depend on the order in which changes of different rows arrive.
 *   <li>A document is the root row's columns in their order, then the embeds in declared order. A list holds all rows in
 *       array-key order, ties in identity order, and is {@code []} when there are none. A single sub-document is absent
 *       when there is none; of several rows it is the last in that same order, so the one with the greatest array key.
 *   <li>An embed owns its field name: a root column of that name is left out, whether or not the embed has rows. An
 *       object that a dotted path makes is absent when nothing is in it.
 *   <li>Where the document key is not the root's identity, two root rows may hold one key while it passes from one to
 *       the other; the first in identity order is shown.
 * </ul>
 *
 * <p>Not thread-safe: it reuses its buffers.
 */
public final class NestDocument {
    private final Embed[] embeds;
    private final Embed[] byPrefix;
    private final ObjectField fields;
    private final byte[][] ownedNames;
    private final RowWriter writer = new RowWriter();

    /** @param fields in declared order; no path is another or begins with another and a dot */
    public NestDocument(List<EmbedField> fields) {
        this.embeds = fields.stream().map(Embed::new).toArray(Embed[]::new);
        this.byPrefix = embeds.clone();
        Arrays.sort(byPrefix, (a, b) -> Arrays.compareUnsigned(a.prefix, b.prefix));
        this.fields = new ObjectField("");
        for (Embed embed : embeds) {
            this.fields.add(embed, embed.path);
        }
        this.ownedNames = this.fields.children.stream()
                .map(field -> field.name().getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
    }

    /** Whether {@link #apply} would change anything. */
    public boolean changes(NestChange change, NestState state) {
        return !Arrays.equals(state.get(change.path()), change.row())
                || (change.leftPath() != null && state.get(change.leftPath()) != null);
    }

    public void apply(NestChange change, NestState state) {
        if (change.leftPath() != null) {
            state.remove(change.leftPath());
        }
        if (change.isRemoval()) {
            state.remove(change.path());
        } else {
            state.put(change.path(), change.row());
        }
    }

    /** Whether the change takes a root row away. */
    public boolean removesRoot(NestChange change) {
        return change.isRemoval() && ElementPath.isRoot(change.path());
    }

    /** The root row; empty while there is no document. */
    public Optional<byte[]> root(NestState state) {
        Iterator<Map.Entry<RowKey, byte[]>> rows = state.scan().iterator();
        if (!rows.hasNext()) {
            return Optional.empty();
        }
        Map.Entry<RowKey, byte[]> first = rows.next();
        return ElementPath.isRoot(first.getKey()) ? Optional.of(first.getValue()) : Optional.empty();
    }

    /** The document as BSON, in one pass over its rows; empty while it has no root row. */
    public Optional<byte[]> assemble(NestState state) {
        Iterator<Map.Entry<RowKey, byte[]>> rows = state.scan().iterator();
        if (!rows.hasNext()) {
            return Optional.empty();
        }
        Map.Entry<RowKey, byte[]> root = rows.next();
        if (!ElementPath.isRoot(root.getKey())) {
            return Optional.empty();
        }
        collect(rows);
        writeRoot(root.getValue());
        fields.writeInto(writer);
        return Optional.of(writer.finish());
    }

    /** Rows come embed by embed; those of a field that the nest no longer has are passed over. */
    private void collect(Iterator<Map.Entry<RowKey, byte[]>> rows) {
        for (Embed embed : embeds) {
            embed.clear();
        }
        int at = 0;
        while (rows.hasNext()) {
            Map.Entry<RowKey, byte[]> row = rows.next();
            while (at < byPrefix.length && byPrefix[at].endsBefore(row.getKey())) {
                at++;
            }
            if (at < byPrefix.length && ElementPath.startsWith(row.getKey(), byPrefix[at].prefix)) {
                byPrefix[at].add(row.getValue());
            }
        }
    }

    private void writeRoot(byte[] row) {
        RawRow cursor = new RawRow(row);
        while (cursor.next()) {
            boolean owned = false;
            for (byte[] name : ownedNames) {
                owned |= cursor.nameIs(name);
            }
            if (!owned) {
                writer.field(cursor);
            }
        }
    }

    /** A field of the document being written. */
    private interface Field {
        String name();

        boolean present();

        void write(RowWriter writer);
    }

    /** An object made by a dotted path. */
    private static final class ObjectField implements Field {
        private final String name;
        private final List<Field> children = new ArrayList<>();

        ObjectField(String name) {
            this.name = name;
        }

        void add(Embed embed, String path) {
            int dot = path.indexOf('.');
            String first = dot < 0 ? path : path.substring(0, dot);
            Field known = children.stream()
                    .filter(child -> child.name().equals(first))
                    .findFirst()
                    .orElse(null);
            if (dot < 0 && known == null) {
                embed.name = first;
                children.add(embed);
            } else if (dot >= 0 && (known == null || known instanceof ObjectField)) {
                ObjectField object = (ObjectField) known;
                if (object == null) {
                    object = new ObjectField(first);
                    children.add(object);
                }
                object.add(embed, path.substring(dot + 1));
            } else {
                throw new IllegalArgumentException("two embeds claim the field " + embed.path);
            }
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public boolean present() {
            return children.stream().anyMatch(Field::present);
        }

        @Override
        public void write(RowWriter writer) {
            writer.open(name);
            writeInto(writer);
            writer.close();
        }

        void writeInto(RowWriter writer) {
            for (Field child : children) {
                if (child.present()) {
                    child.write(writer);
                }
            }
        }
    }

    /** One embed and its rows while a document is collected. */
    private static final class Embed implements Field {
        private final String path;
        private final boolean array;
        private final byte[] prefix;
        private final RowWriter items = new RowWriter();
        private String name;
        private int count;
        private byte[] last;

        Embed(EmbedField field) {
            this.path = field.path();
            this.array = field.array();
            this.prefix = ElementPath.prefix(field.path());
        }

        /** Whether a path stands after every row of this embed. */
        boolean endsBefore(RowKey other) {
            return Arrays.compareUnsigned(prefix, other.bytes()) < 0 && !ElementPath.startsWith(other, prefix);
        }

        void clear() {
            if (count > 0 && array) {
                items.finish();
            }
            count = 0;
            last = null;
        }

        void add(byte[] row) {
            if (array) {
                items.document(Integer.toString(count), row);
            } else {
                last = row;
            }
            count++;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public boolean present() {
            return array || count > 0;
        }

        @Override
        public void write(RowWriter writer) {
            if (array) {
                writer.openArray(name);
                if (count > 0) {
                    writer.fields(items.finish());
                    count = 0;
                }
                writer.close();
            } else {
                writer.document(name, last);
            }
        }
    }
}
