package io.tapstate.job.history;

import static io.tapstate.job.history.ModelTables.array;
import static io.tapstate.job.history.ModelTables.flat;
import static io.tapstate.job.history.ModelTables.nest;
import static io.tapstate.job.history.ModelTables.node;
import static io.tapstate.job.history.ModelTables.object;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Documents that were worked out by hand from the specification. */
class NestModelTest {
    private final ModelTables tables = new ModelTables();
    private final Table orders = tables.table("orders", 1, "id", "customer");
    private final Table lines = tables.table("lines", 1, "no", "order", "seq");
    private final Table customers = tables.table("customers", 1, "cid", "name", "region");

    @Test
    void embedsFollowTheColumnsAsDeclaredAndAnEmptyListIsThereWhereAnEmptyObjectIsNot() {
        Nest nest = nest(
                orders,
                List.of("id"),
                object(customers, "customer_row", "cid=customer"),
                array(lines, "lines", "order=id", List.of()));
        tables.row(orders, "{id: 1, customer: 7}").row(orders, "{id: 2, customer: 8}");
        tables.row(customers, "{cid: 7, name: 'A', region: null}");
        tables.row(lines, "{no: 2, order: 1, seq: 0}").row(lines, "{no: 1, order: 1, seq: 0}");
        assertThat(tables.documents(nest))
                .containsExactly(
                        "{'id': 1, 'customer': 7, 'customer_row': {'cid': 7, 'name': 'A', 'region': null}, 'lines':"
                                + " [{'no': 1, 'order': 1, 'seq': 0}, {'no': 2, 'order': 1, 'seq': 0}]}",
                        "{'id': 2, 'customer': 8, 'lines': []}");
    }

    @Test
    void elementsStandInArrayKeyOrderNullFirstAndTiesByIdentity() {
        Nest nest = nest(orders, List.of("id"), array(lines, "lines", "order=id", List.of("seq")));
        tables.row(orders, "{id: 1}");
        tables.row(lines, "{no: 4, order: 1, seq: 10}")
                .row(lines, "{no: 3, order: 1, seq: 9}")
                .row(lines, "{no: 2, order: 1, seq: null}")
                .row(lines, "{no: 1, order: 1, seq: 9}")
                .row(lines, "{no: 5, order: 1, seq: {$numberDecimal: '9.5'}}");
        assertThat(numbers(nest)).isEqualTo("2 1 3 5 4");
    }

    @Test
    void textStandsInTheOrderOfItsBytes() {
        Nest nest = nest(orders, List.of("id"), array(lines, "lines", "order=id", List.of("seq")));
        tables.row(orders, "{id: 1}");
        tables.row(lines, "{no: 1, order: 1, seq: '\uD83D\uDE00'}")
                .row(lines, "{no: 2, order: 1, seq: '\uFFFD'}")
                .row(lines, "{no: 3, order: 1, seq: 'b'}")
                .row(lines, "{no: 4, order: 1, seq: 'B'}")
                .row(lines, "{no: 5, order: 1, seq: ''}");
        assertThat(numbers(nest)).isEqualTo("5 4 3 2 1");
    }

    @Test
    void ofSeveralRowsAnObjectIsTheLastInOrder() {
        Nest nest = nest(orders, List.of("id"), node(lines, Node.Shape.OBJECT, "line", "order=id", List.of("seq")));
        tables.row(orders, "{id: 1}");
        tables.row(lines, "{no: 1, order: 1, seq: 2}")
                .row(lines, "{no: 2, order: 1, seq: 2}")
                .row(lines, "{no: 3, order: 1, seq: 1}");
        assertThat(tables.documents(nest)).containsExactly("{'id': 1, 'line': {'no': 2, 'order': 1, 'seq': 2}}");
    }

    @Test
    void nullJoinsNothingAndMakesNoDocument() {
        Nest nest = nest(orders, List.of("id"), array(lines, "lines", "order=customer", List.of()));
        tables.row(orders, "{id: null, customer: 1}").row(orders, "{id: 3, customer: null}");
        tables.row(lines, "{no: 1, order: null, seq: 0}").row(lines, "{no: 2, order: 1, seq: 0}");
        assertThat(tables.documents(nest)).containsExactly("{'id': 3, 'customer': null, 'lines': []}");
    }

    @Test
    void aJoinOfSeveralColumnsNeedsAllOfThem() {
        Nest nest = nest(orders, List.of("id"), array(lines, "lines", "order=id,seq=customer", List.of()));
        tables.row(orders, "{id: 1, customer: 5}").row(orders, "{id: 2, customer: null}");
        tables.row(lines, "{no: 1, order: 1, seq: 5}")
                .row(lines, "{no: 2, order: 1, seq: 6}")
                .row(lines, "{no: 3, order: 2, seq: null}");
        assertThat(numbers(nest)).isEqualTo("1");
    }

    @Test
    void numbersJoinByValue() {
        Nest nest = nest(orders, List.of("id"), array(lines, "lines", "order=id", List.of()));
        tables.row(orders, "{id: 1}");
        tables.row(lines, "{no: 1, order: {$numberDecimal: '1.00'}, seq: 0}")
                .row(lines, "{no: 2, order: {$numberDecimal: '1.01'}, seq: 0}")
                .row(lines, "{no: 3, order: 1, seq: 0}")
                .row(lines, "{no: 4, order: '1', seq: 0}");
        assertThat(numbers(nest)).isEqualTo("1 3");
    }

    @Test
    void aFlatRowStandsInItsPlaceWithWhatIsEmbeddedInIt() {
        Table regions = tables.table("regions", 1, "rid", "title");
        Nest nest = nest(
                orders,
                List.of("id"),
                array(lines, "lines", "order=id", List.of()),
                flat(
                        customers,
                        "cid=customer",
                        array(orders, "all", "customer=cid", List.of()),
                        flat(regions, "rid=region")),
                array(lines, "again", "order=id", List.of()));
        tables.row(orders, "{id: 1, customer: 7}").row(orders, "{id: 2, customer: 8}");
        tables.row(customers, "{cid: 7, name: 'A', region: 3}");
        tables.row(regions, "{rid: 3, title: 'N'}");
        assertThat(tables.documents(nest))
                .containsExactly(
                        "{'id': 1, 'customer': 7, 'lines': [], 'cid': 7, 'name': 'A', 'region': 3,"
                                + " 'all': [{'id': 1, 'customer': 7}], 'rid': 3, 'title': 'N', 'again': []}",
                        "{'id': 2, 'customer': 8, 'lines': [], 'again': []}");
    }

    @Test
    void aColumnThatAFlatRowSharesWithItsParentIsWrittenOnce() {
        Table details = tables.table("details", 1, "id", "note");
        Nest nest = nest(orders, List.of("id"), flat(details, "id=id"));
        tables.row(orders, "{id: 1, customer: 7}").row(details, "{id: 1, note: 'n'}");
        assertThat(tables.documents(nest)).containsExactly("{'id': 1, 'customer': 7, 'note': 'n'}");
    }

    @Test
    void dotsMakeObjectsThatStandWhereTheyAreFirstNamedAndAreAbsentWhenEmpty() {
        Nest nest = nest(
                orders,
                List.of("id"),
                object(lines, "deep.er.line", "order=id"),
                object(lines, "direct", "no=id"),
                object(customers, "deep.customer", "cid=customer"));
        tables.row(orders, "{id: 1, customer: 7}").row(orders, "{id: 2, customer: 8}");
        tables.row(customers, "{cid: 7}");
        tables.row(lines, "{no: 2, order: 9}").row(lines, "{no: 1, order: 9}");
        assertThat(tables.documents(nest))
                .containsExactly(
                        "{'id': 1, 'customer': 7, 'deep': {'customer': {'cid': 7}}, 'direct': {'no': 1, 'order': 9}}",
                        "{'id': 2, 'customer': 8, 'direct': {'no': 2, 'order': 9}}");
    }

    @Test
    void anEmbedOwnsItsFieldAtEveryLevel() {
        Nest nest = nest(
                orders,
                List.of("id"),
                object(customers, "customer", "cid=customer", object(lines, "name.x", "no=region")));
        tables.row(orders, "{id: 1, customer: 7}").row(orders, "{id: 2, customer: 9}");
        tables.row(customers, "{cid: 7, name: 'A', region: 5}");
        assertThat(tables.documents(nest))
                .containsExactly("{'id': 1, 'customer': {'cid': 7, 'region': 5}}", "{'id': 2}");
    }

    @Test
    void aTableCanBeEmbeddedInItselfBothWays() {
        Table people = tables.table("people", 1, "id", "boss");
        Nest nest = nest(
                people,
                List.of("id"),
                object(people, "manager", "id=boss"),
                array(people, "reports", "boss=id", List.of()));
        tables.row(people, "{id: 1, boss: null}")
                .row(people, "{id: 2, boss: 1}")
                .row(people, "{id: 3, boss: 3}");
        assertThat(tables.documents(nest))
                .containsExactly(
                        "{'id': 1, 'boss': null, 'reports': [{'id': 2, 'boss': 1}]}",
                        "{'id': 2, 'boss': 1, 'manager': {'id': 1, 'boss': null}, 'reports': []}",
                        "{'id': 3, 'boss': 3, 'manager': {'id': 3, 'boss': 3}, 'reports': [{'id': 3, 'boss': 3}]}");
    }

    @Test
    void theDocumentsOfANestAreTheRowsOfAnother() {
        Nest inner = nest(orders, List.of("id"), array(lines, "lines", "order=id", List.of()));
        Nest outer = nest(customers, List.of("cid"), array(inner, "orders", "customer=cid", List.of()));
        Nest above = nest(inner, List.of("id"), object(customers, "buyer", "cid=customer"));
        tables.row(orders, "{id: 1, customer: 7}");
        tables.row(customers, "{cid: 7}");
        tables.row(lines, "{no: 1, order: 1}");
        assertThat(tables.documents(outer))
                .containsExactly("{'cid': 7, 'orders': [{'id': 1, 'customer': 7, 'lines': [{'no': 1, 'order': 1}]}]}");
        assertThat(tables.documents(above))
                .containsExactly("{'id': 1, 'customer': 7, 'lines': [{'no': 1, 'order': 1}], 'buyer': {'cid': 7}}");
    }

    @Test
    void ofTwoRootRowsThatClaimOneDocumentTheFirstByIdentityIsShown() {
        Nest nest = nest(orders, List.of("customer"));
        tables.row(orders, "{id: 10, customer: 7}").row(orders, "{id: 9, customer: {$numberDecimal: '7.0'}}");
        assertThat(tables.documents(nest)).containsExactly("{'id': 9, 'customer': {'$numberDecimal': '7.0'}}");
    }

    /** The numbers of the lines of the first document, in their order. */
    private String numbers(Nest nest) {
        return String.join(
                " ",
                java.util.regex.Pattern.compile("'no': (\\d+)")
                        .matcher(tables.documents(nest).get(0))
                        .results()
                        .map(found -> found.group(1))
                        .toList());
    }
}
