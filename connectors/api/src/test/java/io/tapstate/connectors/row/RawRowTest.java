package io.tapstate.connectors.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.RandomSeed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.junit.jupiter.api.Test;

class RawRowTest {
    private static final int ROUNDS = 5_000;

    private final Random random = RandomSeed.random("RawRowTest");
    private final RandomDocuments documents = new RandomDocuments(random);

    @Test
    void theCursorSeesEveryFieldAsTheLibraryDoes() {
        for (int i = 0; i < ROUNDS; i++) {
            BsonDocument document = documents.document(3);
            RawRow cursor = new RawRow(RowWriter.encode(document));
            BsonDocument seen = new BsonDocument();
            List<Integer> types = new ArrayList<>();
            while (cursor.next()) {
                seen.append(cursor.name(), cursor.value());
                types.add(cursor.type());
            }
            assertThat(seen).isEqualTo(document);
            assertThat(List.copyOf(seen.keySet())).isEqualTo(List.copyOf(document.keySet()));
            assertThat(types)
                    .isEqualTo(document.values().stream()
                            .map(value -> value.getBsonType().getValue() & 0xFF)
                            .toList());
            assertThat(cursor.next()).as("stays at the end").isFalse();
        }
    }

    @Test
    void everyFieldIsFoundByNameFromAnywhere() {
        for (int i = 0; i < ROUNDS; i++) {
            BsonDocument document = documents.document(2);
            RawRow cursor = new RawRow(RowWriter.encode(document));
            List<String> names = new ArrayList<>(document.keySet());
            Collections.shuffle(names, random);
            for (String name : names) {
                assertThat(cursor.seek(name)).isTrue();
                assertThat(cursor.name()).isEqualTo(name);
                assertThat(cursor.value()).isEqualTo(document.get(name));
                assertThat(RawRow.value(cursor.bytes(), name)).isEqualTo(document.get(name));
            }
            assertThat(cursor.seek("nowhere")).isFalse();
        }
    }

    @Test
    void decodingGivesTheDocumentBack() {
        for (int i = 0; i < ROUNDS; i++) {
            BsonDocument document = documents.document(3);
            assertThat(RawRow.decode(RowWriter.encode(document))).isEqualTo(document);
        }
    }

    @Test
    void integersAreReadWithoutDecoding() {
        RawRow cursor = new RawRow(
                RowWriter.encode(new BsonDocument("a", new BsonInt64(Long.MIN_VALUE)).append("b", new BsonInt32(-2))));
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.int64()).isEqualTo(Long.MIN_VALUE);
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.int32()).isEqualTo(-2);
    }

    @Test
    void anAbsentColumnReadsAsNull() {
        assertThat(RawRow.value(RowWriter.encode(new BsonDocument()), "x")).isEqualTo(BsonNull.VALUE);
    }
}
