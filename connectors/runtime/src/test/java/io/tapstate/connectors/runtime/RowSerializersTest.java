package io.tapstate.connectors.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RowWriter;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.InstantiationUtil;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowSerializersTest {
    private static final TableId ORDERS = new TableId("appdb", "orders");

    @Test
    void everyImageCombinationComesBack() throws Exception {
        byte[] row = row(1, "alice");
        List<RowChange> changes = List.of(
                change(ChangeKind.READ, ORDERS, null, row),
                change(ChangeKind.INSERT, ORDERS, null, row),
                change(ChangeKind.UPDATE, ORDERS, null, row),
                change(ChangeKind.UPDATE, ORDERS, row, row(1, "")),
                change(ChangeKind.DELETE, new TableId("größe", "tabelle ü"), row, null));

        assertThat(readBack(changes, new RowChangeSerializer(), new Random(1))).isEqualTo(changes);
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void manyChangesSurviveStreamsThatGiveBytesInPortions(long seed) throws Exception {
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        List<RowChange> changes = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            ChangeKind kind = ChangeKind.values()[random.nextInt(4)];
            byte[] old = kind == ChangeKind.DELETE || kind == ChangeKind.UPDATE && random.nextBoolean()
                    ? row(random.nextLong(), "o".repeat(random.nextInt(300)))
                    : null;
            byte[] now = kind == ChangeKind.DELETE ? null : row(random.nextLong(), "n".repeat(random.nextInt(20_000)));
            changes.add(change(kind, new TableId("s" + random.nextInt(2), "t" + random.nextInt(3)), old, now));
        }

        assertThat(readBack(changes, new RowChangeSerializer(), random)).isEqualTo(changes);
    }

    @Test
    void copyingBytesWritesTheSameBytes() throws Exception {
        DataOutputSerializer out = new DataOutputSerializer(64);
        RowChangeSerializer serializer = new RowChangeSerializer();
        serializer.serialize(change(ChangeKind.UPDATE, ORDERS, row(1, "a"), row(1, "b")), out);
        serializer.serialize(change(ChangeKind.DELETE, ORDERS, row(1, "b"), null), out);

        DataOutputSerializer copied = new DataOutputSerializer(64);
        DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
        serializer.copy(in, copied);
        serializer.copy(in, copied);

        assertThat(copied.getCopyOfBuffer()).isEqualTo(out.getCopyOfBuffer());
    }

    @Test
    void keysOfEveryLengthComeBack() throws Exception {
        List<RowKey> keys = new ArrayList<>();
        for (int length : new int[] {0, 1, 127, 128, 300, 16_383, 16_384, 70_000}) {
            keys.add(new RowKey(new byte[length]));
        }

        assertThat(readBack(keys, RowKeySerializer.INSTANCE, new Random(2))).isEqualTo(keys);
    }

    @Test
    void aTruncatedChangeIsAnError() throws Exception {
        DataOutputSerializer out = new DataOutputSerializer(64);
        new RowChangeSerializer().serialize(change(ChangeKind.READ, ORDERS, null, row(1, "a")), out);
        DataInputDeserializer in = new DataInputDeserializer(out.getSharedBuffer(), 0, out.length() - 1);

        assertThatThrownBy(() -> new RowChangeSerializer().deserialize(in)).isInstanceOf(IOException.class);
    }

    @Test
    void copiesAreTheSameObject() {
        RowChange change = change(ChangeKind.READ, ORDERS, null, row(1, "a"));
        RowKey key = change.key();

        assertThat(new RowChangeSerializer().copy(change)).isSameAs(change);
        assertThat(RowKeySerializer.INSTANCE.copy(key)).isSameAs(key);
    }

    @Test
    void snapshotsOfTheSameLayoutAreCompatibleAsTheyAre() throws Exception {
        TypeSerializerSnapshot<RowChange> change = writtenAndRead(new RowChangeSerializer(), 1);
        TypeSerializerSnapshot<RowKey> key = writtenAndRead(RowKeySerializer.INSTANCE, 1);

        assertThat(change.restoreSerializer()).isEqualTo(new RowChangeSerializer());
        assertThat(new RowChangeSerializer()
                        .snapshotConfiguration()
                        .resolveSchemaCompatibility(change)
                        .isCompatibleAsIs())
                .isTrue();
        assertThat(RowKeySerializer.INSTANCE
                        .snapshotConfiguration()
                        .resolveSchemaCompatibility(key)
                        .isCompatibleAsIs())
                .isTrue();
    }

    @Test
    void anotherLayoutIsRefused() throws Exception {
        TypeSerializerSnapshot<RowChange> later = writtenAndRead(new RowChangeSerializer(), 2);

        assertThat(new RowChangeSerializer()
                        .snapshotConfiguration()
                        .resolveSchemaCompatibility(later)
                        .isIncompatible())
                .isTrue();
    }

    @Test
    void typesSurviveJavaSerializationAndNeedNoKryo() throws Exception {
        SerializerConfigImpl config = new SerializerConfigImpl();
        config.setGenericTypes(false);

        assertThat(InstantiationUtil.clone(RowChangeTypeInfo.INSTANCE)).isEqualTo(RowChangeTypeInfo.INSTANCE);
        assertThat(InstantiationUtil.clone(new RowChangeSerializer())).isEqualTo(new RowChangeSerializer());
        assertThat(RowChangeTypeInfo.INSTANCE.createSerializer(config)).isInstanceOf(RowChangeSerializer.class);
        assertThat(RowKeyTypeInfo.INSTANCE.createSerializer(config)).isSameAs(RowKeySerializer.INSTANCE);
    }

    @Test
    void rowKeysCanKeyAStream() {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        environment.getConfig().disableGenericTypes();

        assertThat(environment
                        .fromData(RowChangeTypeInfo.INSTANCE, change(ChangeKind.READ, ORDERS, null, row(1, "a")))
                        .keyBy(RowChange::key, RowKeyTypeInfo.INSTANCE)
                        .getKeyType())
                .isEqualTo(RowKeyTypeInfo.INSTANCE);
        assertThat(RowKeyTypeInfo.INSTANCE.isKeyType()).isTrue();
    }

    private static <T> TypeSerializerSnapshot<T> writtenAndRead(TypeSerializer<T> serializer, int layout)
            throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
        byte[] written = out.getCopyOfBuffer();
        written[written.length - 1] = (byte) layout;
        return TypeSerializerSnapshot.readVersionedSnapshot(
                new DataInputDeserializer(written), RowSerializersTest.class.getClassLoader());
    }

    private static <T> List<T> readBack(List<T> values, TypeSerializer<T> serializer, Random random)
            throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        TypeSerializer<T> writing = serializer.duplicate();
        for (T value : values) {
            writing.serialize(value, out);
        }
        DataInputView in = new DataInputViewStreamWrapper(portions(out.getCopyOfBuffer(), random));
        List<T> read = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            read.add(serializer.deserialize(in));
        }
        assertThat(in.skipBytes(1)).as("bytes left over").isZero();
        return read;
    }

    private static InputStream portions(byte[] bytes, Random random) {
        return new FilterInputStream(new ByteArrayInputStream(bytes)) {
            @Override
            public int read(byte[] target, int from, int length) throws IOException {
                return super.read(target, from, Math.min(length, 1 + random.nextInt(7)));
            }
        };
    }

    private static RowChange change(ChangeKind kind, TableId table, byte[] before, byte[] after) {
        byte[] row = after == null ? before : after;
        RowKey key = KeyEncoding.of(row, List.of("id")).orElseThrow();
        return new RowChange(kind, table, key, before, after, 1_700_000_000_000L, "binlog.000003:154");
    }

    private static byte[] row(long id, String customer) {
        return RowWriter.encode(new BsonDocument("id", new BsonInt64(id)).append("customer", new BsonString(customer)));
    }
}
