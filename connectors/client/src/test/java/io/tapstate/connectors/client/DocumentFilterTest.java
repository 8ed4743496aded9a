package io.tapstate.connectors.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.diagnostics.TapException;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentFilterTest {
    @Test
    void keysNeedNoQuotes() {
        assertThat(DocumentFilter.parse("{id: 1}")).isEqualTo(new BsonDocument("id", new BsonInt32(1)));
        assertThat(DocumentFilter.parse(" { \"a.b\": {$gt: 3000000000}, 'c': 'x' } "))
                .isEqualTo(new BsonDocument("a.b", new BsonDocument("$gt", new BsonInt64(3_000_000_000L)))
                        .append("c", new BsonString("x")));
    }

    @Test
    void blankTextMatchesEverything() {
        assertThat(DocumentFilter.parse("")).isEmpty();
        assertThat(DocumentFilter.parse(" \n")).isEmpty();
        assertThat(DocumentFilter.parse("{}")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{id: 1",
                "{id}",
                "{id: }",
                "id: 1",
                "5",
                "[1]",
                "{a: 1}, {b: 2}",
                "{a: 1} x",
                "{a: 1}]",
                "{_id: ObjectId('x')}",
                "{a: NumberDecimal('x')}",
                "]",
                "{a: {$numberLong: 'x'}}"
            })
    void everythingElseIsRefusedWithACode(String text) {
        assertThatThrownBy(() -> DocumentFilter.parse(text))
                .isInstanceOfSatisfying(
                        TapException.class,
                        e -> assertThat(e.diagnostics())
                                .singleElement()
                                .satisfies(fault -> assertThat(fault.code()).isEqualTo("find.filter-invalid"))
                                .satisfies(
                                        fault -> assertThat(fault.parameters()).containsEntry("filter", text)));
    }
}
