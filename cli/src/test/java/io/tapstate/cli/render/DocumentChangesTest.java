package io.tapstate.cli.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class DocumentChangesTest {
    @Test
    void fieldsAreNamedByPath() {
        assertThat(between("{a: 1, b: {c: 'x', d: 2}}", "{b: {c: 'y', d: 2}, e: null}"))
                .containsExactly("- a: 1", "~ b.c: \"x\" -> \"y\"", "+ e: null");
    }

    @Test
    void itemsWithAnIdAreMatchedByIt() {
        assertThat(between("{s: [{id: 1, v: 'a'}, {id: 2, v: 'b'}]}", "{s: [{id: 2, v: 'c'}, {id: 3, v: 'd'}]}"))
                .containsExactlyInAnyOrder(
                        "- s[id 1]: {\"id\": 1, \"v\": \"a\"}",
                        "~ s[id 2].v: \"b\" -> \"c\"",
                        "+ s[id 3]: {\"id\": 3, \"v\": \"d\"}");
    }

    @Test
    void otherItemsAreMatchedByPosition() {
        assertThat(between("{s: [1, 2]}", "{s: [1, 3]}")).containsExactly("~ s[1]: 2 -> 3");
    }

    @Test
    void equalDocumentsHaveNoChanges() {
        assertThat(between("{a: [1, {id: 2}]}", "{a: [1, {id: 2}]}")).isEmpty();
    }

    private static List<String> between(String before, String after) {
        return DocumentChanges.between(BsonDocument.parse(before), BsonDocument.parse(after));
    }
}
