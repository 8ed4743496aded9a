package io.tapstate.connectors.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.RandomSeed;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

class RowWriterTest {
    private static final int ROUNDS = 5_000;

    private final Random random = RandomSeed.random("RowWriterTest");
    private final RandomDocuments documents = new RandomDocuments(random);

    @Test
    void copyingFieldByFieldGivesTheSameBytes() {
        RowWriter writer = new RowWriter();
        for (int i = 0; i < ROUNDS; i++) {
            byte[] row = RowWriter.encode(documents.document(3));
            RawRow cursor = new RawRow(row);
            while (cursor.next()) {
                writer.field(cursor);
            }
            assertThat(writer.finish()).isEqualTo(row);
        }
    }

    @Test
    void rebuildingANestedDocumentGivesTheSameBytes() {
        RowWriter writer = new RowWriter();
        for (int i = 0; i < ROUNDS; i++) {
            BsonDocument document = documents.document(4);
            rebuild(writer, document);
            assertThat(writer.finish()).isEqualTo(RowWriter.encode(document));
        }
    }

    @Test
    void itemsAreFieldsNamedByTheirIndex() {
        byte[] item = RowWriter.encode(new BsonDocument("id", new BsonInt32(7)));
        RowWriter items = new RowWriter();
        RowWriter named = new RowWriter();
        for (int i = 0; i < 10_101; i++) {
            if (i % 2 == 0) {
                items.item(i, item);
            } else {
                items.openItem(i).fields(item).close();
            }
            named.document(Integer.toString(i), item);
        }
        assertThat(items.finish()).isEqualTo(named.finish());
    }

    @Test
    void whatIsTakenIsGoneFromTheOther() {
        RowWriter inner = new RowWriter();
        inner.fields(RowWriter.encode(new BsonDocument("id", new BsonInt32(7))));
        RowWriter outer = new RowWriter();
        outer.openArray("items")
                .openItem(0)
                .take(inner)
                .close()
                .openItem(1)
                .take(inner)
                .close()
                .close();
        assertThat(RawRow.decode(outer.finish()).toJson()).isEqualTo("{\"items\": [{\"id\": 7}, {}]}");
        inner.open("unfinished");
        assertThatThrownBy(() -> outer.take(inner)).isInstanceOf(IllegalStateException.class);
        inner.clear();
        assertThat(RawRow.decode(inner.finish()).isEmpty()).isTrue();
    }

    private static void rebuild(RowWriter writer, BsonDocument document) {
        document.forEach((name, value) -> rebuild(writer, name, value));
    }

    private static void rebuild(RowWriter writer, String name, BsonValue value) {
        if (value instanceof BsonDocument nested) {
            writer.open(name);
            rebuild(writer, nested);
            writer.close();
        } else if (value instanceof BsonArray array) {
            writer.openArray(name);
            for (int i = 0; i < array.size(); i++) {
                rebuild(writer, Integer.toString(i), array.get(i));
            }
            writer.close();
        } else {
            RawRow cursor = new RawRow(RowWriter.encode(new BsonDocument("other name", value)));
            assertThat(cursor.next()).isTrue();
            writer.fieldAs(name, cursor);
        }
    }

    @Test
    void wholeDocumentsAreMergedAndEmbeddedUnparsed() {
        for (int i = 0; i < ROUNDS; i++) {
            BsonDocument document = documents.document(2);
            BsonDocument embedded = documents.document(2);
            byte[] written = new RowWriter()
                    .fields(RowWriter.encode(new BsonDocument("_id", new BsonInt32(i))))
                    .fields(RowWriter.encode(document))
                    .document("embedded", RowWriter.encode(embedded))
                    .finish();
            BsonDocument expected = new BsonDocument("_id", new BsonInt32(i));
            expected.putAll(document);
            assertThat(RawRow.decode(written)).isEqualTo(expected.append("embedded", embedded));
        }
    }

    @Test
    void projectingKeepsTheAskedOrderAndLeavesOutWhatIsAbsent() {
        byte[] row = RowWriter.encode(new BsonDocument("a", new BsonInt32(1))
                .append("b", new BsonInt32(2))
                .append("c", new BsonInt32(3)));
        BsonDocument projected = RawRow.decode(RowWriter.project(row, List.of("c", "z", "a")));
        assertThat(List.copyOf(projected.entrySet()))
                .isEqualTo(List.of(Map.entry("c", new BsonInt32(3)), Map.entry("a", new BsonInt32(1))));
    }

    @Test
    void sizeCountsTheBytesWrittenSoFar() {
        RowWriter writer = new RowWriter();
        assertThat(writer.size()).isEqualTo(4);
        writer.openArray("a");
        assertThat(writer.size()).isEqualTo(4 + 3 + 4);
        byte[] document = writer.close().finish();
        assertThat(document).hasSize(4 + 3 + 4 + 1 + 1);
        assertThat(writer.size()).isEqualTo(4);
    }

    @Test
    void unbalancedNestingIsADefect() {
        RowWriter writer = new RowWriter();
        assertThatThrownBy(writer::close).isInstanceOf(IllegalStateException.class);
        writer.open("a");
        assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void deepNestingGrowsTheWriter() {
        RowWriter writer = new RowWriter();
        BsonDocument expected = new BsonDocument();
        for (int i = 0; i < 60; i++) {
            writer.open("deeper");
            expected = new BsonDocument("deeper", expected);
        }
        for (int i = 0; i < 60; i++) {
            writer.close();
        }
        assertThat(RawRow.decode(writer.finish())).isEqualTo(expected);
    }
}
