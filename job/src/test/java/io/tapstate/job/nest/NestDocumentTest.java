package io.tapstate.job.nest;

import static io.tapstate.job.nest.Rows.ORDERS;
import static io.tapstate.job.nest.Rows.SHIPMENTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.bson.BsonInt64;
import org.junit.jupiter.api.Test;

class NestDocumentTest {
    private static final NestRoute ROOT = NestRoute.root(List.of("id"), List.of("id"));

    private final MemoryNestState state = new MemoryNestState();

    @Test
    void noDocumentBeforeItsRootRow() {
        NestDocument document = arrays("items");
        apply(document, embed("items"), Rows.insert(SHIPMENTS, "{id: 1, parent: 1}"));
        assertThat(document.assemble(state)).isEmpty();
        apply(document, ROOT, Rows.insert(ORDERS, "{id: 1}"));
        assertThat(json(document)).isEqualTo("{'id': 1, 'items': [{'id': 1, 'parent': 1}]}");
    }

    @Test
    void deletingTheRootKeepsItsChildren() {
        NestDocument document = arrays("items");
        apply(document, ROOT, Rows.insert(ORDERS, "{id: 1}"));
        apply(document, embed("items"), Rows.insert(SHIPMENTS, "{id: 1, parent: 1}"));
        apply(document, ROOT, Rows.delete(ORDERS, "{id: 1}"));
        assertThat(document.assemble(state)).isEmpty();
        apply(document, ROOT, Rows.insert(ORDERS, "{id: 1, again: true}"));
        assertThat(json(document)).isEqualTo("{'id': 1, 'again': true, 'items': [{'id': 1, 'parent': 1}]}");
    }

    @Test
    void embedsStandInDeclaredOrderAfterTheColumns() {
        NestDocument document = arrays("zebra", "ape", "mule");
        apply(document, embed("ape"), Rows.insert(SHIPMENTS, "{id: 2, parent: 1}"));
        apply(document, embed("zebra"), Rows.insert(SHIPMENTS, "{id: 1, parent: 1}"));
        apply(document, ROOT, Rows.insert(ORDERS, "{id: 1, zz: 'last'}"));
        assertThat(json(document))
                .isEqualTo("{'id': 1, 'zz': 'last', 'zebra': [{'id': 1, 'parent': 1}],"
                        + " 'ape': [{'id': 2, 'parent': 1}], 'mule': []}");
    }

    @Test
    void elementsStandInArrayKeyOrderThenIdentityOrder() {
        NestDocument document = arrays("items");
        NestRoute route = NestRoute.embed("items", List.of("parent"), List.of("at"), List.of("id"));
        apply(document, ROOT, Rows.insert(ORDERS, "{id: 1}"));
        List<String> rows = new ArrayList<>(List.of(
                "{id: 9, parent: 1, at: null}",
                "{id: 8, parent: 1, at: -300}",
                "{id: 1, parent: 1, at: -1}",
                "{id: 2, parent: 1, at: 2}",
                "{id: 10, parent: 1, at: 2}",
                "{id: 3, parent: 1, at: 10}"));
        List<String> shuffled = new ArrayList<>(rows);
        Collections.shuffle(shuffled, new Random(5));
        shuffled.forEach(row -> apply(document, route, Rows.insert(SHIPMENTS, row)));
        assertThat(RawRow.decode(document.assemble(state).orElseThrow()).getArray("items").stream()
                        .map(item -> item.asDocument().getInt64("id").getValue()))
                .containsExactly(9L, 8L, 1L, 2L, 10L, 3L);
    }

    @Test
    void manyElementsAreNumberedInOrder() {
        NestDocument document = arrays("items");
        apply(document, ROOT, Rows.insert(ORDERS, "{id: 1}"));
        for (int i = 1_200; i > 0; i--) {
            apply(document, embed("items"), Rows.insert(SHIPMENTS, "{id: " + i + ", parent: 1}"));
        }
        RawRow cursor = new RawRow(document.assemble(state).orElseThrow());
        assertThat(cursor.seek("items")).isTrue();
        var items = cursor.value().asArray();
        assertThat(items).hasSize(1_200);
        assertThat(items.get(1_199).asDocument().getInt64("id").getValue()).isEqualTo(1_200);
    }

    @Test
    void anObjectIsAbsentWhenEmptyAndElseTheGreatestArrayKey() {
        NestDocument document = new NestDocument(List.of(new EmbedField("last", EmbedField.Shape.OBJECT, 2)));
        apply(document, ROOT, Rows.insert(ORDERS, "{id: 1}"));
        assertThat(json(document)).isEqualTo("{'id': 1}");
        apply(document, embed("last"), Rows.insert(SHIPMENTS, "{id: 7, parent: 1}"));
        apply(document, embed("last"), Rows.insert(SHIPMENTS, "{id: 3, parent: 1}"));
        assertThat(json(document)).isEqualTo("{'id': 1, 'last': {'id': 7, 'parent': 1}}");
        apply(document, embed("last"), Rows.delete(SHIPMENTS, "{id: 7, parent: 1}"));
        assertThat(json(document)).isEqualTo("{'id': 1, 'last': {'id': 3, 'parent': 1}}");
    }

    @Test
    void dottedPathsMakeNestedObjects() {
        NestDocument document = new NestDocument(List.of(
                new EmbedField("ship.parts", EmbedField.Shape.ARRAY, 2),
                new EmbedField("tail", EmbedField.Shape.ARRAY, 2),
                new EmbedField("ship.to.home", EmbedField.Shape.OBJECT, 2)));
        apply(document, ROOT, Rows.insert(ORDERS, "{id: 1}"));
        assertThat(json(document)).isEqualTo("{'id': 1, 'ship': {'parts': []}, 'tail': []}");
        apply(document, embed("ship.to.home"), Rows.insert(SHIPMENTS, "{id: 1, parent: 1}"));
        assertThat(json(document))
                .isEqualTo("{'id': 1, 'ship': {'parts': [], 'to': {'home': {'id': 1, 'parent': 1}}}, 'tail': []}");
    }

    @Test
    void anObjectThatADottedPathMakesIsAbsentWhenNothingIsInIt() {
        NestDocument document = new NestDocument(List.of(new EmbedField("a.b", EmbedField.Shape.OBJECT, 2)));
        apply(document, ROOT, Rows.insert(ORDERS, "{id: 1}"));
        assertThat(json(document)).isEqualTo("{'id': 1}");
    }

    @Test
    void anEmbedOwnsItsFieldName() {
        NestDocument document = new NestDocument(List.of(
                new EmbedField("items", EmbedField.Shape.ARRAY, 2), new EmbedField("a.b", EmbedField.Shape.OBJECT, 2)));
        apply(document, ROOT, Rows.insert(ORDERS, "{id: 1, items: 'column', a: 'column', b: 'stays'}"));
        assertThat(json(document)).isEqualTo("{'id': 1, 'b': 'stays', 'items': []}");
    }

    @Test
    void twoEmbedsOfOneFieldAreADefect() {
        assertThatThrownBy(() -> arrays("a", "a")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> arrays("a", "a.b")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> arrays("a.b", "a")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void rowsOfAFieldThatIsGoneArePassedOver() {
        NestDocument before = arrays("aaa", "items", "zzz");
        apply(before, ROOT, Rows.insert(ORDERS, "{id: 1}"));
        for (String path : List.of("aaa", "items", "zzz")) {
            apply(before, embed(path), Rows.insert(SHIPMENTS, "{id: 1, parent: 1}"));
        }
        assertThat(json(arrays("items"))).isEqualTo("{'id': 1, 'items': [{'id': 1, 'parent': 1}]}");
    }

    @Test
    void removingTheUnknownAndRepeatingAChangeAreHarmless() {
        NestDocument document = arrays("items");
        apply(document, ROOT, Rows.delete(ORDERS, "{id: 1}"));
        apply(document, embed("items"), Rows.delete(SHIPMENTS, "{id: 1, parent: 1}"));
        assertThat(state.size()).isZero();
        RowChange insert = Rows.insert(SHIPMENTS, "{id: 1, parent: 1}");
        NestChange change = changes(embed("items"), insert).get(0);
        assertThat(document.apply(change, state)).isEqualTo(NestDocument.Effect.CHANGED);
        assertThat(document.apply(change, state)).isEqualTo(NestDocument.Effect.NONE);
        assertThat(state.size()).isEqualTo(1);
    }

    @Test
    void twoRootRowsMayHoldOneKeyWhileItPassesFromOneToTheOther() {
        NestDocument document = arrays("items");
        NestRoute byCode = NestRoute.root(List.of("code"), List.of("id"));
        apply(document, byCode, Rows.insert(ORDERS, "{id: 2, code: 5}"));
        apply(document, byCode, Rows.insert(ORDERS, "{id: 1, code: 5}"));
        apply(document, byCode, Rows.delete(ORDERS, "{id: 2, code: 5}"));
        assertThat(json(document)).isEqualTo("{'id': 1, 'code': 5, 'items': []}");
        assertThat(document.removesRoot(
                        changes(byCode, Rows.delete(ORDERS, "{id: 1, code: 5}")).get(0)))
                .isTrue();
    }

    @Test
    void rowsStandInTheirParentsAtEveryDepth() {
        NestDocument document = deep();
        apply(document, ROOT, Rows.insert(ORDERS, "{id: 1}"));
        item(document, "{id: 3}", "items", 3);
        item(document, "{id: 2}", "items", 2);
        item(document, "{id: 8, of: 2}", "items", 2, "parts", 8);
        item(document, "{id: 9, of: 2}", "items", 2, "parts", 9);
        item(document, "{id: 5, of: 9}", "items", 2, "parts", 9, "maker", 5);
        assertThat(json(document))
                .isEqualTo("{'id': 1, 'items': [{'id': 2, 'parts': [{'id': 8, 'of': 2},"
                        + " {'id': 9, 'of': 2, 'maker': {'id': 5, 'of': 9}}]}, {'id': 3, 'parts': []}]}");
        assertThat(document.elements()).isEqualTo(5);
    }

    @Test
    void aRowWhoseParentIsNotThereIsNotShown() {
        NestDocument document = deep();
        apply(document, ROOT, Rows.insert(ORDERS, "{id: 1}"));
        item(document, "{id: 8, of: 2}", "items", 2, "parts", 8);
        item(document, "{id: 5, of: 9}", "items", 3, "parts", 9, "maker", 5);
        item(document, "{id: 3}", "items", 3);
        assertThat(json(document)).isEqualTo("{'id': 1, 'items': [{'id': 3, 'parts': []}]}");
        item(document, "{id: 2}", "items", 2);
        assertThat(json(document))
                .isEqualTo("{'id': 1, 'items': [{'id': 2, 'parts': [{'id': 8, 'of': 2}]}, {'id': 3, 'parts': []}]}");
    }

    @Test
    void anUpdateThatIsIgnoredIsKeptInSilence() {
        NestDocument document = new NestDocument(List.of(new EmbedField(
                "items",
                EmbedField.Shape.ARRAY,
                1,
                false,
                List.of(new EmbedField("parts", EmbedField.Shape.ARRAY, 1, true, List.of())))));
        apply(document, ROOT, Rows.insert(ORDERS, "{id: 1}"));
        item(document, "{id: 2}", "items", 2);
        assertThat(item(document, "{id: 8, name: 'a'}", "items", 2, "parts", 8))
                .as("an arrival is no update")
                .isEqualTo(NestDocument.Effect.CHANGED);
        assertThat(item(document, "{id: 8, name: 'b'}", "items", 2, "parts", 8)).isEqualTo(NestDocument.Effect.SILENT);
        assertThat(item(document, "{id: 2, name: 'c'}", "items", 2)).isEqualTo(NestDocument.Effect.CHANGED);
        assertThat(json(document))
                .isEqualTo("{'id': 1, 'items': [{'id': 2, 'name': 'c', 'parts': [{'id': 8, 'name': 'b'}]}]}");
    }

    private static NestDocument deep() {
        EmbedField maker = new EmbedField("maker", EmbedField.Shape.OBJECT, 1);
        EmbedField parts = new EmbedField("parts", EmbedField.Shape.ARRAY, 1, false, List.of(maker));
        return new NestDocument(List.of(new EmbedField("items", EmbedField.Shape.ARRAY, 1, false, List.of(parts))));
    }

    /** A row at a path of embed names and ids. */
    private NestDocument.Effect item(NestDocument document, String row, Object... path) {
        KeyEncoding encoding = new KeyEncoding();
        for (Object part : path) {
            if (part instanceof String name) {
                encoding.text(name);
            } else {
                encoding.add(new BsonInt64((Integer) part));
            }
        }
        RowKey root = new KeyEncoding().add(new BsonInt64(1)).key();
        return document.apply(NestChange.arrival(root, encoding.key(), Rows.row(row), 0), state);
    }

    private static NestDocument arrays(String... paths) {
        List<EmbedField> fields = new ArrayList<>();
        for (String path : paths) {
            fields.add(new EmbedField(path, EmbedField.Shape.ARRAY, 2));
        }
        return new NestDocument(fields);
    }

    private static NestRoute embed(String path) {
        return NestRoute.embed(path, List.of("parent"), List.of("id"), List.of("id"));
    }

    private void apply(NestDocument document, NestRoute route, RowChange change) {
        changes(route, change).forEach(nestChange -> document.apply(nestChange, state));
    }

    private static List<NestChange> changes(NestRoute route, RowChange change) {
        List<NestChange> changes = new ArrayList<>();
        route.route(change, changes::add);
        return changes;
    }

    private String json(NestDocument document) {
        return RawRow.decode(document.assemble(state).orElseThrow()).toJson().replace('"', '\'');
    }
}
