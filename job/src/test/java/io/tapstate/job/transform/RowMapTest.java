package io.tapstate.job.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.job.nest.Rows;
import io.tapstate.planner.plan.IncomingRows;
import io.tapstate.planner.plan.Literal;
import io.tapstate.planner.plan.MapRowsStep;
import io.tapstate.planner.plan.MapRowsStep.Rule;
import io.tapstate.planner.plan.PlanColumns;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.junit.jupiter.api.Test;

class RowMapTest {
    private static final IncomingTable ORDERS = PageRow.table(Map.of(
            "id", ColumnType.INTEGER,
            "n", ColumnType.INTEGER,
            "s", ColumnType.STRING,
            "price", ColumnType.DECIMAL));
    private static final IncomingTable OPEN =
            IncomingTable.of(new IncomingRows("orders", List.of("id"), new PlanColumns(List.of(), true)));

    @Test
    void ruledColumnsComeFirstInDeclaredOrderThenTheOthersInTheirs() {
        List<FieldRule> rules = List.of(
                computed("double_n", "after.n * 2"),
                rename("name", "s"),
                drop("secret"),
                constant("origin", new Literal.Text("shop")));
        assertThat(mapped(rules, Rows.read(Rows.ORDERS, "{z: 1, secret: 'x', s: 'a', id: 1, n: 2}")))
                .containsExactly("READ null {\"double_n\": 4, \"name\": \"a\", \"origin\": \"shop\", \"z\": 1,"
                        + " \"id\": 1, \"n\": 2}");
    }

    @Test
    void aComputedColumnTakesThePlaceOfItsNamesake() {
        assertThat(mapped(List.of(computed("n", "after.n + 1")), Rows.read(Rows.ORDERS, "{id: 1, n: 2}")))
                .containsExactly("READ null {\"n\": 3, \"id\": 1}");
    }

    @Test
    void columnsCanSwap() {
        List<FieldRule> rules =
                List.of(rename("n", "s"), rename("s", "n"), computed("both", "after.s + string(after.n)"));
        assertThat(mapped(rules, Rows.read(Rows.ORDERS, "{id: 1, n: 2, s: 'a'}")))
                .containsExactly("READ null {\"n\": \"a\", \"s\": 2, \"both\": \"a2\", \"id\": 1}");
    }

    @Test
    void aRenameOfWhatIsNotThereKeepsTheColumnOfThatName() {
        List<FieldRule> rules = List.of(rename("n", "nothing"), rename("m", "nowhere"));
        assertThat(mapped(rules, OPEN, Rows.read(Rows.ORDERS, "{id: 1, n: 2}")))
                .containsExactly("READ null {\"id\": 1, \"n\": 2}");
    }

    @Test
    void aPartOfAnOldRowDoesNotLendItsColumnToARename() {
        List<FieldRule> rules = List.of(rename("id", "n"));
        assertThat(mapped(rules, Rows.update(Rows.ORDERS, "{id: 1}", "{id: 1, n: 2}")))
                .containsExactly("UPDATE {} {\"id\": 2}");
        assertThat(mapped(rules, OPEN, Rows.update(Rows.ORDERS, "{id: 1}", "{id: 1, n: 2}")))
                .containsExactly("UPDATE {} {\"id\": 2}");
    }

    @Test
    void oldAndNewRowAreMappedAlike() {
        List<FieldRule> rules = List.of(rename("order_id", "id"), computed("twice", "after.n * 2"));
        assertThat(mapped(rules, Rows.update(Rows.ORDERS, "{id: 1, n: 2}", "{id: 1, n: 3}")))
                .containsExactly("UPDATE {\"order_id\": 1, \"twice\": 4, \"n\": 2} {\"order_id\": 1, \"twice\": 6,"
                        + " \"n\": 3}");
        assertThat(mapped(rules, Rows.delete(Rows.ORDERS, "{id: 1, n: 2}")))
                .containsExactly("DELETE {\"order_id\": 1, \"twice\": 4, \"n\": 2} null");
    }

    @Test
    void whatCannotBeKnownOfTheOldRowIsLeftOutOfIt() {
        List<FieldRule> rules = List.of(
                computed("twice", "after.n * 2"),
                computed("was", "before.n"),
                computed("what", "op"),
                computed("when", "ts"),
                computed("day", "date(now())"));
        assertThat(mapped(rules, Rows.update(Rows.ORDERS, "{id: 1, n: 2}", "{id: 1, n: 3}")))
                .containsExactly(
                        "UPDATE {\"twice\": 4, \"id\": 1, \"n\": 2} {\"twice\": 6, \"was\": 2, \"what\": \"u\","
                                + " \"when\": 7, \"day\": {\"$date\": \"1970-01-01T00:00:00Z\"}, \"id\": 1, \"n\": 3}");
        assertThat(mapped(rules, Rows.delete(Rows.ORDERS, "{id: 1}"))).containsExactly("DELETE {\"id\": 1} null");
        assertThat(mapped(List.of(computed("twice", "after.n * 2")), Rows.update(Rows.ORDERS, null, "{id: 1, n: 3}")))
                .containsExactly("UPDATE null {\"twice\": 6, \"id\": 1, \"n\": 3}");
    }

    @Test
    void anOldRowWithoutAValueDoesNotBlockItsCorrection() {
        assertThat(mapped(
                        List.of(computed("twice", "after.n * 2")),
                        Rows.update(Rows.ORDERS, "{id: 1, n: null}", "{id: 1, n: 3}")))
                .containsExactly("UPDATE {\"id\": 1, \"n\": null} {\"twice\": 6, \"id\": 1, \"n\": 3}");
        assertThatThrownBy(() ->
                        mapped(List.of(computed("twice", "after.n * 2")), Rows.insert(Rows.ORDERS, "{id: 1, n: null}")))
                .hasMessageContaining("transform.expression-failed");
    }

    @Test
    void aColumnPassedOnKeepsItsBytes() {
        byte[] row = PageRow.bson("{id: {$numberLong: '1'}, price: {$numberDecimal: '-0E+3'}}");
        RowChange out = read(List.of(computed("p", "after.price")), row);
        RawRow was = new RawRow(row);
        RawRow is = new RawRow(out.after());
        assertThat(was.seek("price") && is.seek("p")).isTrue();
        assertThat(is.value()).isEqualTo(was.value());
        assertThat(RawRow.value(out.after(), "p").asDecimal128().getValue().toString())
                .isEqualTo("-0E+3");
    }

    @Test
    void aColumnThatIsNotThereIsPassedOnAsNull() {
        assertThat(mapped(List.of(computed("p", "after.price")), Rows.read(Rows.ORDERS, "{id: 1}")))
                .containsExactly("READ null {\"p\": null, \"id\": 1}");
    }

    @Test
    void constantsAreExact() {
        Literal nested = new Literal.Fields(List.of(
                new Literal.Field("list", new Literal.Items(List.of(new Literal.Flag(true), new Literal.Null())))));
        List<FieldRule> rules = List.of(
                constant("whole", new Literal.Whole(BigInteger.valueOf(5))),
                constant("big", new Literal.Whole(BigInteger.TEN.pow(30))),
                constant("decimal", new Literal.Decimal(new BigDecimal("1.50"))),
                constant("special", new Literal.Special(Double.NEGATIVE_INFINITY)),
                constant("nothing", new Literal.Null()),
                constant("nested", nested));
        BsonDocument row = RawRow.decode(read(rules, Rows.row("{id: 1}")).after());
        assertThat(row.getInt64("whole").getValue()).isEqualTo(5);
        assertThat(row.getDecimal128("big").getValue().bigDecimalValue()).isEqualTo(BigDecimal.TEN.pow(30));
        assertThat(row.getDecimal128("decimal").getValue()).hasToString("1.50");
        assertThat(row.getDouble("special").getValue()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(row.get("nothing").getBsonType()).isEqualTo(BsonType.NULL);
        assertThat(row.getDocument("nested").toJson()).isEqualTo("{\"list\": [true, null]}");
    }

    @Test
    void aRenamedKeyStaysTheSameKey() {
        RowChange change = Rows.delete(Rows.ORDERS, "{id: 1}");
        List<RowChange> out = new ArrayList<>();
        new RowMap(List.of(rename("order_id", "id")), List.of(ORDERS), Map.of("orders", List.of("order_id")))
                .map(change, out::add);
        assertThat(out).singleElement().extracting(RowChange::key).isEqualTo(change.key());
    }

    @Test
    void anUpdateThatChangesTheNewKeyIsADeleteAndAnInsert() {
        List<RowChange> out = new ArrayList<>();
        RowMap map = new RowMap(
                List.of(computed("group", "after.s")), List.of(ORDERS), Map.of("orders", List.of("group", "id")));
        map.map(Rows.update(Rows.ORDERS, "{id: 1, s: 'a'}", "{id: 1, s: 'b'}"), out::add);
        map.map(Rows.update(Rows.ORDERS, "{id: 1, s: 'b'}", "{id: 1, s: 'b'}"), out::add);
        map.map(Rows.update(Rows.ORDERS, "{id: 1}", "{id: 1, s: 'b'}"), out::add);
        assertThat(out)
                .extracting(RowFilterTest::text)
                .containsExactly(
                        "DELETE {\"group\": \"a\", \"id\": 1, \"s\": \"a\"} null",
                        "INSERT null {\"group\": \"b\", \"id\": 1, \"s\": \"b\"}",
                        "UPDATE {\"group\": \"b\", \"id\": 1, \"s\": \"b\"} {\"group\": \"b\", \"id\": 1, \"s\": \"b\"}",
                        "UPDATE {\"id\": 1} {\"group\": \"b\", \"id\": 1, \"s\": \"b\"}");
        assertThat(out.get(1).key())
                .isEqualTo(KeyEncoding.of(Rows.row("{group: 'b', id: 1}"), List.of("group", "id"))
                        .orElseThrow());
    }

    private static RowChange read(List<FieldRule> rules, byte[] row) {
        List<RowChange> out = new ArrayList<>();
        new RowMap(rules, List.of(ORDERS), Map.of())
                .map(Rows.change(ChangeKind.READ, Rows.ORDERS, null, row), out::add);
        return out.get(0);
    }

    private static List<String> mapped(List<FieldRule> rules, RowChange change) {
        return mapped(rules, ORDERS, change);
    }

    private static List<String> mapped(List<FieldRule> rules, IncomingTable table, RowChange change) {
        List<RowChange> out = new ArrayList<>();
        new RowMap(rules, List.of(table), Map.of()).map(change, out::add);
        return out.stream().map(RowFilterTest::text).toList();
    }

    private static FieldRule rename(String name, String source) {
        return FieldRule.of(new MapRowsStep.Field(name, new Rule.Rename(source)));
    }

    private static FieldRule drop(String name) {
        return FieldRule.of(new MapRowsStep.Field(name, new Rule.Drop()));
    }

    private static FieldRule computed(String name, String expression) {
        return FieldRule.of(new MapRowsStep.Field(name, new Rule.Computed(expression)));
    }

    private static FieldRule constant(String name, Literal value) {
        return FieldRule.of(new MapRowsStep.Field(name, new Rule.Constant(value)));
    }
}
