package io.tapstate.job.nest;

import static io.tapstate.job.nest.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.UnsentColumns;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.row.ColumnChange;
import io.tapstate.job.operator.WholeRowsFunction;
import java.util.List;
import org.bson.BsonNull;
import org.junit.jupiter.api.Test;

class UnsentValuesTest {
    private static final String LARGE = "a value of more than twenty bytes";

    private final UnsentValues values = new UnsentValues(new UnsentColumns(List.of("tags"), List.of("note", "memo")));

    @Test
    void onlyValuesThatMayBeLeftOutAreRemembered() {
        assertThat(values.remember(Rows.insert(
                        Rows.SHIPMENTS,
                        "{id: 1, status: '" + LARGE + "', note: 'short', memo: '" + LARGE + "', tags: []}")))
                .isEqualTo(row("{tags: [], memo: '" + LARGE + "'}"));
        assertThat(values.remember(Rows.insert(Rows.SHIPMENTS, "{id: 1, note: null, memo: 'short', tags: null}")))
                .isNull();
        assertThat(values.remember(Rows.delete(Rows.SHIPMENTS, "{id: 1}"))).isNull();
    }

    @Test
    void whatWasLeftOutComesFromMemoryInItsPlace() {
        RowChange update = Rows.update(Rows.SHIPMENTS, null, "{id: 1, note: undefined, status: 'x', tags: undefined}");

        assertThat(values.complete(update, row("{tags: ['a'], note: '" + LARGE + "'}")))
                .isEqualTo(
                        Rows.update(Rows.SHIPMENTS, null, "{id: 1, note: '" + LARGE + "', status: 'x', tags: ['a']}"));
    }

    @Test
    void aValueIsFoundUnderTheNameThatItsColumnHad() {
        byte[] before = values.remember(
                Rows.insert(Rows.SHIPMENTS, "{id: 1, note: '" + LARGE + "', memo: 'memo " + LARGE + "'}"));
        values.follow(ColumnChange.encode(List.of(ColumnChange.renamed("memo", "remark"))));
        values.follow(ColumnChange.encode(
                List.of(ColumnChange.renamed("remark", "note"), ColumnChange.added("memo", BsonNull.VALUE))));
        RowChange update = Rows.update(Rows.SHIPMENTS, null, "{id: 1, note: undefined, memo: 'x'}");

        RowChange complete = values.complete(update, before);
        assertThat(complete)
                .isEqualTo(Rows.update(Rows.SHIPMENTS, null, "{id: 1, note: 'memo " + LARGE + "', memo: 'x'}"));
        assertThat(values.complete(update, values.remember(complete))).isEqualTo(complete);
        assertThat(UnsentValues.lacking(
                        values.complete(Rows.update(Rows.SHIPMENTS, null, "{id: 1, memo: undefined}"), before)))
                .hasValue("memo");
    }

    @Test
    void aWholeChangePassesAsItIs() {
        RowChange update = Rows.update(Rows.SHIPMENTS, null, "{id: 1, note: null}");

        assertThat(values.complete(update, row("{note: '" + LARGE + "'}"))).isSameAs(update);
        RowChange delete = Rows.delete(Rows.SHIPMENTS, "{id: 1}");
        assertThat(values.complete(delete, null)).isSameAs(delete);
    }

    @Test
    void whatNobodyKnowsStaysLeftOutAndIsACodedFault() {
        RowChange update = Rows.update(Rows.SHIPMENTS, null, "{id: 1, note: undefined, tags: undefined}");

        for (byte[] known : new byte[][] {null, row("{tags: []}")}) {
            RowChange complete = values.complete(update, known);
            assertThat(UnsentValues.lacking(complete)).hasValue("note");
            assertThatThrownBy(() -> new WholeRowsFunction().flatMap(complete, null))
                    .isInstanceOf(TapException.class)
                    .hasMessageContaining("capture.unchanged-value-not-sent")
                    .hasMessageContaining("note");
        }
        assertThat(UnsentValues.lacking(values.complete(update, row("{tags: [], note: 'x'}"))))
                .isEmpty();
    }
}
