package io.tapstate.connectors.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.row.RawRow;
import java.util.List;
import java.util.Map;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Schema;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Struct;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.source.SourceRecord;
import org.apache.flink.util.InstantiationUtil;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

class ChangeRecordDecoderTest {
    private final Records records = new Records(SchemaBuilder.struct()
            .field("id", Schema.INT32_SCHEMA)
            .field("customer", Schema.OPTIONAL_STRING_SCHEMA)
            .field(
                    "state",
                    SchemaBuilder.string().optional().defaultValue("open").build()));
    private final ChangeRecordDecoder full = Records.decoder(BeforeImage.FULL, "id");
    private final ChangeRecordDecoder keyed = Records.decoder(BeforeImage.KEY, "id");

    @Test
    void everyOperationHasItsKindAndImages() {
        Struct old = records.row("id", 1, "customer", "alice");
        Struct now = records.row("id", 1, "customer", "alicia");

        List<RowChange> changes = Records.decode(
                full,
                records.record("r", null, old),
                records.record("c", null, old),
                records.record("u", old, now),
                records.record("d", now, null));

        assertThat(changes)
                .extracting(RowChange::kind)
                .containsExactly(ChangeKind.READ, ChangeKind.INSERT, ChangeKind.UPDATE, ChangeKind.DELETE);
        assertThat(changes).extracting(RowChange::table).containsOnly(Records.TABLE);
        assertThat(changes.get(2).before()).isEqualTo(changes.get(0).after());
        assertThat(changes.get(3).before()).isEqualTo(changes.get(2).after());
        assertThat(changes.get(0).timestamp()).isZero();
        assertThat(changes.get(0).position()).isEmpty();
        assertThat(changes.get(1).timestamp()).isEqualTo(1_700_000_000_000L);
        assertThat(changes.get(1).position()).isEqualTo("here");
        assertThat(changes.get(1).key())
                .isEqualTo(new KeyEncoding().add(new BsonInt64(1)).key());
    }

    @Test
    void columnsKeepTheirOrderAndNullStaysNullDespiteADefault() {
        RowChange change = Records.decode(full, records.record("c", null, records.row("id", 1, "state", null)))
                .get(0);

        BsonDocument row = RawRow.decode(change.after());
        assertThat(row.keySet()).containsExactly("id", "customer", "state");
        assertThat(row.get("customer")).isEqualTo(BsonNull.VALUE);
        assertThat(row.get("state")).isEqualTo(BsonNull.VALUE);
    }

    @Test
    void whereTheLogHasOnlyKeysTheOtherColumnsOfOldRowsAreLeftOut() {
        List<RowChange> changes = Records.decode(
                keyed,
                records.record("d", records.row("id", 5, "customer", ""), null),
                records.record("u", records.row("id", 5, "customer", ""), records.row("id", 5, "customer", "x")),
                records.record("u", null, records.row("id", 5, "customer", "x")));

        BsonDocument key = new BsonDocument("id", new BsonInt64(5));
        assertThat(RawRow.decode(changes.get(0).before())).isEqualTo(key);
        assertThat(RawRow.decode(changes.get(1).before())).isEqualTo(key);
        assertThat(changes.get(2).before()).isNull();
    }

    @Test
    void keysTakeTheRequestedColumnsInTheRequestedOrder() {
        ChangeRecordDecoder decoder = Records.decoder(BeforeImage.FULL, "customer", "id");

        RowChange change = Records.decode(decoder, records.record("c", null, records.row("id", 1, "customer", "a")))
                .get(0);

        assertThat(change.key())
                .isEqualTo(new KeyEncoding()
                        .add(new BsonString("a"))
                        .add(new BsonInt64(1))
                        .key());
    }

    @Test
    void tombstonesAndHeartbeatsAreSkipped() {
        Schema heartbeat =
                SchemaBuilder.struct().field("ts_ms", Schema.INT64_SCHEMA).build();
        SourceRecord beat =
                new SourceRecord(Map.of(), Map.of(), "heartbeat", heartbeat, new Struct(heartbeat).put("ts_ms", 1L));
        SourceRecord tombstone = new SourceRecord(Map.of(), Map.of(), "topic", null, null);

        assertThat(Records.decode(full, tombstone, beat)).isEmpty();
        full.refuseTruncate(tombstone);
        full.refuseTruncate(beat);
    }

    @Test
    void aTruncateOfASelectedTableIsACodedFault() {
        SourceRecord truncate = records.record("t", null, null);

        assertThatThrownBy(() -> Records.decode(full, truncate))
                .isInstanceOf(TapException.class)
                .hasMessageContaining("capture.table-truncated")
                .hasMessageContaining("appdb.orders")
                .hasMessageContaining("here");
        assertThatThrownBy(() -> full.refuseTruncate(truncate)).hasMessageContaining("capture.table-truncated");
        full.refuseTruncate(records.record(new TableId("appdb", "others"), "t", null, null));
    }

    @Test
    void anUnsentValueComesFromTheOldRow() {
        RowChange change = Records.decode(
                        full,
                        records.record(
                                "u",
                                records.row("id", 1, "customer", "long text", "state", "open"),
                                records.row("id", 1, "customer", ChangeRecordDecoder.NOT_SENT, "state", "paid")))
                .get(0);

        assertThat(RawRow.decode(change.after()).getString("customer").getValue())
                .isEqualTo("long text");
    }

    @Test
    void anUnsentValueThatNobodyHasIsACodedFault() {
        SourceRecord update = records.record("u", null, records.row("id", 1, "customer", ChangeRecordDecoder.NOT_SENT));

        assertThatThrownBy(() -> Records.decode(keyed, update))
                .isInstanceOf(TapException.class)
                .hasMessageContaining("capture.unchanged-value-not-sent")
                .hasMessageContaining("customer");
    }

    @Test
    void aMissingKeyColumnIsACodedFault() {
        ChangeRecordDecoder decoder = Records.decoder(BeforeImage.FULL, "gone");

        assertThatThrownBy(() -> Records.decode(decoder, records.record("c", null, records.row("id", 1))))
                .isInstanceOf(TapException.class)
                .hasMessageContaining("capture.key-column-missing")
                .hasMessageContaining("gone");
    }

    @Test
    void aTableThatDiffersByCaseAloneIsLeftOutAndAStrangerIsAFault() {
        SourceRecord sameButCase = records.record(new TableId("appdb", "ORDERS"), "c", null, records.row("id", 1));
        Records other = new Records(SchemaBuilder.struct().field("id", Schema.INT32_SCHEMA));
        SourceRecord stranger = other.record(new TableId("appdb", "else"), "c", null, other.row("id", 1));

        assertThat(Records.decode(Records.decoder(BeforeImage.FULL, "id"), sameButCase))
                .isEmpty();
        assertThatThrownBy(() -> Records.decode(full, stranger))
                .isInstanceOf(TapException.class)
                .hasMessageContaining("capture.event-table-not-selected");
    }

    @Test
    void aDecoderTravelsToTaskManagers() throws Exception {
        ChangeRecordDecoder arrived = InstantiationUtil.clone(full);

        assertThat(Records.decode(arrived, records.record("c", null, records.row("id", 1))))
                .hasSize(1);
    }
}
