package io.tapstate.planner.schema;

import static io.tapstate.planner.schema.Snapshots.ID;
import static io.tapstate.planner.schema.Snapshots.NUMBER;
import static io.tapstate.planner.schema.Snapshots.PRICE;
import static io.tapstate.planner.schema.Snapshots.shop;
import static io.tapstate.planner.schema.Snapshots.table;
import static io.tapstate.planner.schema.Snapshots.with;
import static io.tapstate.planner.schema.Snapshots.withRows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.api.UniqueIndex;
import io.tapstate.planner.schema.SchemaChanges.Part;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchemaChangesTest {
    private static final TableSchema ORDERS = table("orders", ID, NUMBER);

    @Test
    void theSameTablesHaveNoChanges() {
        assertThat(SchemaChanges.between(shop(ORDERS), shop(withRows(ORDERS, 7)))
                        .isEmpty())
                .isTrue();
    }

    @Test
    void tablesComeAndGo() {
        SchemaChanges changes = SchemaChanges.between(shop(ORDERS, table("old", ID)), shop(ORDERS, table("fresh", ID)));
        assertThat(changes.added()).hasToString("[shop.fresh]");
        assertThat(changes.removed()).hasToString("[shop.old]");
        assertThat(changes.changed()).isEmpty();
    }

    @Test
    void columnsComeGoAndChange() {
        ColumnSchema wider = new ColumnSchema("number", "varchar(40)", ColumnType.STRING, false);
        assertThat(parts(table("orders", ID, NUMBER), table("orders", PRICE, wider)))
                .extracting(Part::what, Part::before, Part::after, Part::isAdded, Part::isRemoved)
                .containsExactly(
                        tuple("column `price`", "", "decimal(10,2) not null (decimal)", true, false),
                        tuple("column `number`", "varchar(20) (string)", "varchar(40) not null (string)", false, false),
                        tuple("column `id`", "int not null (integer)", "", false, true));
    }

    @Test
    void anotherOrderOfColumnsIsAChange() {
        assertThat(parts(table("orders", ID, NUMBER, PRICE), table("orders", NUMBER, ID, PRICE)))
                .containsExactly(new Part("order of columns", "[id, number, price]", "[number, id, price]"));
    }

    @Test
    void keysIndexesAndImagesAreCompared() {
        TableSchema after =
                with(ORDERS, List.of(), List.of(new UniqueIndex("u", List.of("number"), false)), BeforeImage.KEY);
        assertThat(parts(ORDERS, after))
                .containsExactly(
                        new Part("primary key", "[id]", "[]"),
                        new Part("unique index `u`", "", "[number]"),
                        new Part("before image", "full", "key"));
    }

    private static List<Part> parts(TableSchema before, TableSchema after) {
        return SchemaChanges.between(shop(before), shop(after)).changed().get(0).parts();
    }
}
