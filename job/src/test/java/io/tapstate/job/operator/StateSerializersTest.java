package io.tapstate.job.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.job.nest.Delivery;
import io.tapstate.job.nest.EmbedField;
import io.tapstate.job.nest.NestChange;
import io.tapstate.job.nest.Place;
import io.tapstate.job.nest.Placement;
import io.tapstate.job.nest.Rows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.MapSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.bson.BsonBinary;
import org.junit.jupiter.api.Test;

class StateSerializersTest {
    private static final List<RowKey> TRICKY = List.of(
            key(""),
            key("00"),
            key("0000"),
            key("00ff"),
            key("0001"),
            key("01"),
            key("ff"),
            key("ff00"),
            key("ffff"),
            key("00ff00"),
            key("6100"),
            key("61"),
            key("6101"),
            key("61ff"),
            key("7f"),
            key("80"));

    @Test
    void everySerializerReadsWhatItWrote() throws IOException {
        for (RowKey key : TRICKY) {
            roundTrips(OrderedKeySerializer.INSTANCE, key);
        }
        byte[] row = Rows.row("{id: 1, text: 'some'}");
        roundTrips(NestChangeSerializer.INSTANCE, NestChange.arrival(key("2100"), key(""), row, 5));
        roundTrips(NestChangeSerializer.INSTANCE, NestChange.removal(key("21"), key("30ff"), Long.MIN_VALUE));
        roundTrips(NestChangeSerializer.INSTANCE, NestChange.move(key("21"), key("30"), key("31"), row, -1));
        Place place = new Place(key("2100"), key("30ff"));
        roundTrips(PlaceSerializer.INSTANCE, place);
        roundTrips(PlacementSerializer.INSTANCE, new Placement(key("21"), place, true, -4));
        roundTrips(PlacementSerializer.INSTANCE, new Placement(key(""), place, false, Long.MAX_VALUE));
        roundTrips(DeliverySerializer.INSTANCE, Delivery.NONE);
        roundTrips(DeliverySerializer.INSTANCE, new Delivery(true, false, true, Long.MAX_VALUE, 3));
        roundTrips(DeliverySerializer.INSTANCE, new Delivery(false, true, false, 0, -3));
    }

    @Test
    void writtenKeysSortAsTheKeysDo() throws IOException {
        Random random = new Random(11);
        List<RowKey> keys = new ArrayList<>(TRICKY);
        for (int i = 0; i < 500; i++) {
            keys.add(randomKey(random));
        }
        for (RowKey one : keys) {
            for (RowKey other : keys) {
                int written = Arrays.compareUnsigned(written(one), written(other));
                assertThat(Integer.signum(written))
                        .as("%s against %s", one, other)
                        .isEqualTo(Integer.signum(one.compareTo(other)));
            }
        }
    }

    @Test
    void noWrittenKeyIsTheBeginningOfAnother() throws IOException {
        for (RowKey one : TRICKY) {
            for (RowKey other : TRICKY) {
                byte[] head = written(one);
                byte[] whole = written(other);
                if (!one.equals(other) && head.length <= whole.length) {
                    assertThat(Arrays.copyOf(whole, head.length)).isNotEqualTo(head);
                }
            }
        }
    }

    @Test
    void aBrokenKeyIsNoticed() {
        DataInputDeserializer source = new DataInputDeserializer(new byte[] {0x61, 0, 7});
        assertThatThrownBy(() -> OrderedKeySerializer.INSTANCE.deserialize(source))
                .isInstanceOf(IOException.class);
    }

    /** Through the operator itself: document after document, RocksDB hands rows out in path order. */
    @Test
    void rocksDbScansInKeyOrder() throws Exception {
        Random random = new Random(12);
        TreeSet<RowKey> paths = new TreeSet<>();
        for (RowKey tricky : TRICKY) {
            paths.add(element(tricky.bytes()));
        }
        for (int i = 0; i < 300; i++) {
            paths.add(element(randomKey(random).bytes()));
        }
        List<RowKey> shuffled = new ArrayList<>(paths);
        Collections.shuffle(shuffled, random);
        try (NestHarness nest = NestHarness.plain(List.of(new EmbedField("e", EmbedField.Shape.ARRAY, 1)))) {
            for (RowKey path : shuffled) {
                byte[] row = Rows.row("{path: '" + path + "'}");
                nest.change(NestChange.arrival(key("21"), path, row, 0));
            }
            nest.change(NestChange.arrival(key("21"), key(""), Rows.row("{id: 1}"), 0));
            nest.loaded();
            var items = RawRow.value(nest.emitted().get(0).after(), "e").asArray();
            assertThat(items)
                    .extracting(item -> item.asDocument().getString("path").getValue())
                    .containsExactlyElementsOf(
                            paths.stream().map(RowKey::toString).toList());
        }
    }

    @Test
    void aStateBackendWithoutOrderIsNoticed() {
        RocksNestState state = new RocksNestState(new UnorderedMapState(List.of(key("02"), key("01"))));
        assertThatThrownBy(() -> state.scan().forEach(entry -> {})).hasMessageContaining("rocksdb");
    }

    @Test
    void namesAndSerializersOfStateAreAsSavepointsHaveThem() throws IOException {
        List<String> layout = new ArrayList<>();
        for (var descriptor : StateLayout.all()) {
            descriptor.initializeSerializerUnlessSet(new ExecutionConfig());
            layout.add(descriptor.getType() + " " + descriptor.getName() + " " + describe(descriptor.getSerializer()));
        }
        layout.add("STREAM Placement " + describe(PlacementSerializer.INSTANCE));
        layout.add("STREAM NestChange " + describe(NestChangeSerializer.INSTANCE));
        try (var golden = getClass().getResourceAsStream("state-layout.golden")) {
            assertThat(String.join("\n", layout) + "\n")
                    .isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private static String describe(TypeSerializer<?> serializer) throws IOException {
        if (serializer instanceof MapSerializer<?, ?> map) {
            return describe(map.getKeySerializer()) + " -> " + describe(map.getValueSerializer());
        }
        TypeSerializerSnapshot<?> snapshot = serializer.snapshotConfiguration();
        DataOutputSerializer content = new DataOutputSerializer(8);
        snapshot.writeSnapshot(content);
        String bytes = HexFormat.of().formatHex(content.getCopyOfBuffer());
        return snapshot.getClass().getName() + "/" + snapshot.getCurrentVersion()
                + (bytes.isEmpty() ? "" : ":" + bytes);
    }

    private static <T> void roundTrips(TypeSerializer<T> serializer, T value) throws IOException {
        DataOutputSerializer target = new DataOutputSerializer(16);
        serializer.serialize(value, target);
        serializer.serialize(value, target);
        byte[] written = target.getCopyOfBuffer();
        DataInputDeserializer source = new DataInputDeserializer(written);
        assertThat(serializer.deserialize(source)).isEqualTo(value);
        assertThat(serializer.deserialize(source)).isEqualTo(value);
        assertThat(source.available()).isZero();

        DataOutputSerializer copied = new DataOutputSerializer(16);
        DataInputDeserializer again = new DataInputDeserializer(written);
        serializer.copy(again, copied);
        serializer.copy(again, copied);
        assertThat(copied.getCopyOfBuffer()).isEqualTo(written);

        TypeSerializerSnapshot<T> snapshot = serializer.snapshotConfiguration();
        DataOutputSerializer stored = new DataOutputSerializer(16);
        TypeSerializerSnapshot.writeVersionedSnapshot(stored, snapshot);
        TypeSerializerSnapshot<T> read = TypeSerializerSnapshot.readVersionedSnapshot(
                new DataInputDeserializer(stored.getCopyOfBuffer()), StateSerializersTest.class.getClassLoader());
        assertThat(read.restoreSerializer()).isEqualTo(serializer);
        assertThat(snapshot.resolveSchemaCompatibility(read).isCompatibleAsIs()).isTrue();
    }

    private static byte[] written(RowKey key) throws IOException {
        DataOutputSerializer target = new DataOutputSerializer(16);
        OrderedKeySerializer.INSTANCE.serialize(key, target);
        return target.getCopyOfBuffer();
    }

    private static RowKey randomKey(Random random) {
        byte[] alphabet = {0, 0, 1, 0x61, (byte) 0x80, (byte) 0xFE, (byte) 0xFF, (byte) 0xFF};
        byte[] bytes = new byte[random.nextInt(6)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = alphabet[random.nextInt(alphabet.length)];
        }
        return new RowKey(bytes);
    }

    /** A path of the embed {@code e} that ends with these bytes. */
    private static RowKey element(byte[] end) {
        return new KeyEncoding().text("e").add(new BsonBinary(end)).key();
    }

    private static RowKey key(String hex) {
        return new RowKey(HexFormat.of().parseHex(hex));
    }
}
