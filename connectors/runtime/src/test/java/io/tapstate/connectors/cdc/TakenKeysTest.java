package io.tapstate.connectors.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import java.nio.charset.StandardCharsets;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;

class TakenKeysTest {
    private static final TableId SEATS = new TableId("public", "seats");

    private final TakenKeys keys = new TakenKeys();

    @Test
    void theRowThatHeldAKeyBeforeLeavesAsAnUpdateToTheOneThatTookIt() {
        keys.within(1L);
        pass(change(ChangeKind.DELETE, 1, "a", null), true);
        pass(change(ChangeKind.INSERT, 2, null, "a"), true);

        RowChange judged = keys.judge(change(ChangeKind.DELETE, 2, "b", null), true);

        assertThat(judged).isEqualTo(change(ChangeKind.UPDATE, 2, "b", "a"));
        pass(change(ChangeKind.INSERT, 1, null, "b"), true);
        pass(change(ChangeKind.DELETE, 2, "a", null), false);
    }

    @Test
    void aRowThatMovesOnLeavesAsADelete() {
        keys.within(1L);
        pass(change(ChangeKind.INSERT, 2, null, "a"), true);
        pass(change(ChangeKind.UPDATE, 2, "a", "a2"), false);
        pass(change(ChangeKind.DELETE, 2, "a2", null), true);
    }

    @Test
    void anotherTransactionKnowsNothingOfIt() {
        keys.within(1L);
        pass(change(ChangeKind.INSERT, 2, null, "a"), true);
        keys.within(2L);
        pass(change(ChangeKind.DELETE, 2, "b", null), false);
    }

    @Test
    void aPlainInsertTakesNoKey() {
        keys.within(1L);
        pass(change(ChangeKind.INSERT, 2, null, "a"), false);
        pass(change(ChangeKind.DELETE, 2, "b", null), false);
    }

    private void pass(RowChange change, boolean moved) {
        assertThat(keys.judge(change, moved)).isSameAs(change);
    }

    private static RowChange change(ChangeKind kind, int id, String before, String after) {
        RowKey key = new KeyEncoding().add(new BsonInt32(id)).key();
        return new RowChange(kind, SEATS, key, bytes(before), bytes(after), 5, "0/1");
    }

    private static byte[] bytes(String row) {
        return row == null ? null : row.getBytes(StandardCharsets.UTF_8);
    }
}
