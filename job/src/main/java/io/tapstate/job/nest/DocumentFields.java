package io.tapstate.job.nest;

import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.row.RowWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The fields that embeds make in their parent, in declared order; dotted paths make objects. */
final class DocumentFields {
    private final List<Named> named = new ArrayList<>();
    private byte[][] owned = new byte[0][];

    /** Something that is written under a name. */
    interface Field {
        boolean present();

        void write(String name, RowWriter writer);
    }

    /**
     * A field under its name.
     *
     * @param name empty for what makes no field of its own
     */
    record Named(String name, Field field) {
        boolean present() {
            return field.present();
        }

        void write(RowWriter writer) {
            field.write(name, writer);
        }
    }

    /** An object made by a dotted path. */
    private static final class Nested implements Field {
        private final DocumentFields inside = new DocumentFields();

        @Override
        public boolean present() {
            return inside.named.stream().anyMatch(Named::present);
        }

        @Override
        public void write(String name, RowWriter writer) {
            writer.open(name);
            inside.write(writer);
            writer.close();
        }
    }

    /** @param path empty for what makes no field of its own */
    void add(String path, Field field) {
        int dot = path.indexOf('.');
        String first = dot < 0 ? path : path.substring(0, dot);
        Field known = first.isEmpty()
                ? null
                : named.stream()
                        .filter(one -> one.name.equals(first))
                        .map(Named::field)
                        .findFirst()
                        .orElse(null);
        if (dot < 0 && known == null) {
            named.add(new Named(first, field));
        } else if (dot >= 0 && (known == null || known instanceof Nested)) {
            Nested nested = (Nested) known;
            if (nested == null) {
                nested = new Nested();
                named.add(new Named(first, nested));
            }
            nested.inside.add(path.substring(dot + 1), field);
        } else {
            throw new IllegalArgumentException("two embeds claim the field " + path);
        }
        owned = named.stream()
                .filter(one -> !one.name.isEmpty())
                .map(one -> one.name.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
    }

    List<Named> inOrder() {
        return named;
    }

    /** Whether the cursor's field is one that an embed makes. */
    boolean owns(RawRow cursor) {
        for (byte[] name : owned) {
            if (cursor.nameIs(name)) {
                return true;
            }
        }
        return false;
    }

    void write(RowWriter writer) {
        for (Named one : named) {
            if (one.present()) {
                one.write(writer);
            }
        }
    }
}
