package io.tapstate.job.nest;

import static io.tapstate.job.nest.Rows.SHIPMENTS;
import static io.tapstate.job.nest.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import java.util.List;
import org.junit.jupiter.api.Test;

class RememberedKeysTest {
    private static final byte[] KNOWN = row("{id: 4, order_id: 2}");

    private final RememberedKeys keys = new RememberedKeys(List.of("id"), List.of("order_id"));

    @Test
    void onlyTheIdentityAndTheRememberedColumnsAreKept() {
        assertThat(keys.remember(Rows.insert(SHIPMENTS, "{status: 'x', order_id: 2, id: 4}")))
                .isEqualTo(KNOWN);
        assertThat(keys.remember(Rows.delete(SHIPMENTS, "{id: 4}"))).isNull();
    }

    @Test
    void updatesAndDeletesOfAKnownRowLeaveWithWhatIsRemembered() {
        RowChange update = keys.complete(Rows.update(SHIPMENTS, null, "{id: 4, order_id: 3}"), KNOWN)
                .orElseThrow();
        assertThat(update).isEqualTo(Rows.update(SHIPMENTS, "{id: 4, order_id: 2}", "{id: 4, order_id: 3}"));
        RowChange delete =
                keys.complete(Rows.delete(SHIPMENTS, "{id: 4}"), KNOWN).orElseThrow();
        assertThat(delete).isEqualTo(Rows.delete(SHIPMENTS, "{id: 4, order_id: 2}"));
    }

    @Test
    void aKnownRowThatArrivesAgainIsAnUpdate() {
        for (RowChange again :
                List.of(Rows.read(SHIPMENTS, "{id: 4, order_id: 3}"), Rows.insert(SHIPMENTS, "{id: 4, order_id: 3}"))) {
            assertThat(keys.complete(again, KNOWN))
                    .hasValue(Rows.update(SHIPMENTS, "{id: 4, order_id: 2}", "{id: 4, order_id: 3}"));
        }
    }

    @Test
    void anUnknownRowIsNewAndItsDeletionConcernsNobody() {
        RowChange read = Rows.read(SHIPMENTS, "{id: 4, order_id: 3}");
        assertThat(keys.complete(read, null)).hasValue(read);
        assertThat(keys.complete(Rows.update(SHIPMENTS, null, "{id: 4, order_id: 3}"), null))
                .hasValueSatisfying(change -> assertThat(change.kind()).isEqualTo(ChangeKind.INSERT));
        assertThat(keys.complete(Rows.delete(SHIPMENTS, "{id: 4}"), null)).isEmpty();
    }

    @Test
    void whatTheLogGivesOfAnUnknownRowIsUsed() {
        RowChange update = Rows.update(SHIPMENTS, "{id: 4, order_id: 2}", "{id: 4, order_id: 3}");
        assertThat(keys.complete(update, null)).hasValue(update);
        RowChange delete = Rows.delete(SHIPMENTS, "{id: 4, order_id: 2}");
        assertThat(keys.complete(delete, null)).hasValue(delete);
    }
}
