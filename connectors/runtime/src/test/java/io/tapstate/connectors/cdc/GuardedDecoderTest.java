package io.tapstate.connectors.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.runtime.DeadLetter;
import io.tapstate.connectors.runtime.DeadLetterStore;
import io.tapstate.connectors.runtime.DeadLetters;
import io.tapstate.connectors.runtime.FaultyRecord;
import io.tapstate.connectors.runtime.FinalFaults;
import io.tapstate.connectors.runtime.RecordFaults;
import io.tapstate.connectors.runtime.RecordFaults.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Schema;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Struct;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.source.SourceRecord;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows without a representation: here a flag that is neither 0 nor 1, in MySQL's TINYINT(1). */
class GuardedDecoderTest {
    private static final Records RECORDS = new Records(SchemaBuilder.struct()
            .name("orders.Value")
            .field("id", Schema.INT32_SCHEMA)
            .field("paid", flag())
            .field("name", Schema.OPTIONAL_STRING_SCHEMA));

    private static final List<DeadLetter> LETTERS = new ArrayList<>();
    private static final List<String> PASSED = new ArrayList<>();

    @BeforeEach
    void nothingKept() {
        LETTERS.clear();
        PASSED.clear();
    }

    private static Schema flag() {
        return SchemaBuilder.int16()
                .optional()
                .parameter("__debezium.source.column.type", "TINYINT")
                .parameter("__debezium.source.column.length", "1")
                .build();
    }

    @Test
    void aRowThatFailsIsLeftOutWithWhatIsKnownOfIt() throws Exception {
        List<RowChange> changes = decode(
                Policy.DEAD_LETTER,
                RECORDS.record("c", null, row(1, 1)),
                RECORDS.record("c", null, row(2, 5)),
                RECORDS.record("r", null, row(3, 5)),
                RECORDS.record("c", null, row(4, 0)));

        assertThat(changes).extracting(change -> id(change.after())).containsExactly(1L, 4L);
        assertThat(LETTERS)
                .extracting(letter -> letter.reason().code())
                .containsExactly("capture.value-not-representable", "capture.value-not-representable");
        assertThat(LETTERS)
                .extracting(letter -> letter.record().kind())
                .containsExactly(ChangeKind.INSERT, ChangeKind.READ);
        assertThat(RawRow.decode(LETTERS.get(0).record().row()).toJson()).isEqualTo("{\"id\": 2, \"name\": \"row 2\"}");
        assertThat(LETTERS.get(0).record().position()).isEqualTo("here");
        assertThat(LETTERS.get(1).record().position()).isEmpty();
        assertThat(LETTERS.get(0).record().key()).isNotNull();
        assertThat(LETTERS.get(0).record().change()).as("nothing to try again").isEmpty();
    }

    @Test
    void itsCorrectionAndItsDeletionComeInAlthoughTheOldRowHasNoRepresentation() throws Exception {
        List<RowChange> changes = decode(
                Policy.DEAD_LETTER,
                RECORDS.record("u", row(1, 1), row(1, 5)),
                RECORDS.record("u", row(1, 5), row(1, 0)),
                RECORDS.record("d", row(2, 5), null));

        assertThat(changes).extracting(RowChange::kind).containsExactly(ChangeKind.UPDATE, ChangeKind.DELETE);
        assertThat(RawRow.decode(changes.get(0).before()).toJson()).isEqualTo("{\"id\": 1}");
        assertThat(RawRow.decode(changes.get(1).before()).toJson()).isEqualTo("{\"id\": 2}");
        assertThat(LETTERS).hasSize(1);
        assertThat(PASSED).containsExactly("UPDATE appdb.orders at here", "DELETE appdb.orders at here");
    }

    @Test
    void skipKeepsNothing() throws Exception {
        List<RowChange> changes =
                decode(Policy.SKIP, RECORDS.record("c", null, row(2, 5)), RECORDS.record("c", null, row(4, 0)));

        assertThat(changes).extracting(change -> id(change.after())).containsExactly(4L);
        assertThat(LETTERS).isEmpty();
    }

    @Test
    void failStaysAsItWas() {
        Throwable fault = catchThrowable(() -> decode(Policy.FAIL, RECORDS.record("c", null, row(2, 5))));

        assertThat(FinalFaults.coded(fault).orElseThrow()).hasMessageContaining("capture.value-not-representable");
    }

    @Test
    void whatConcernsTheWholeTableAlwaysFails() {
        Throwable fault = catchThrowable(() -> decode(Policy.DEAD_LETTER, RECORDS.record("t", null, null)));

        assertThat(FinalFaults.coded(fault).orElseThrow()).hasMessageContaining("capture.table-truncated");
        assertThat(LETTERS).isEmpty();
    }

    private static Struct row(int id, int paid) {
        return RECORDS.row("id", id, "paid", (short) paid, "name", "row " + id);
    }

    private static long id(byte[] row) {
        return RawRow.decode(row).getInt64("id").getValue();
    }

    private static List<RowChange> decode(Policy policy, SourceRecord... records) throws Exception {
        DeadLetterStore store = policy == Policy.DEAD_LETTER ? (pipeline, step, run) -> new Kept() : null;
        RecordFaults faults = new RecordFaults(
                policy, "p", "source.shop", new TreeMap<>(Map.of("appdb.orders", List.of("id"))), store);
        GuardedDecoder decoder = new GuardedDecoder(Records.decoder(BeforeImage.FULL, "id"), faults);
        decoder.open(new UnregisteredMetricsGroup());
        List<RowChange> changes = new ArrayList<>();
        for (SourceRecord record : records) {
            decoder.deserialize(record, new Collector<>() {
                @Override
                public void collect(RowChange change) {
                    changes.add(change);
                }

                @Override
                public void close() {}
            });
        }
        decoder.close();
        return changes;
    }

    private static final class Kept implements DeadLetters {
        @Override
        public void write(DeadLetter letter) {
            LETTERS.add(letter);
        }

        @Override
        public void passed(RowChange change) {
            PASSED.add(change.toString());
        }

        @Override
        public void withdrawn(FaultyRecord record) {
            throw new UnsupportedOperationException("only behind a query");
        }

        @Override
        public List<RowChange> replays(Predicate<RowKey> mine) {
            return List.of();
        }

        @Override
        public void saving(long checkpoint) {}

        @Override
        public void saved(long checkpoint) {}

        @Override
        public void close() {}
    }
}
