package io.tapstate.connectors.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.DdlPolicy;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.runtime.SourceRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.junit.jupiter.api.Test;

class ColumnWatchTest {
    private static final TableId ORDERS = new TableId("public", "orders");

    @Test
    void aTableThatMustStayAsItIsEndsTheSourceAtTheNextStart() {
        assertThatThrownBy(() -> watch(DdlPolicy.FAIL).continued(columns("id", "note"), columns("id")))
                .hasMessageContaining("capture.table-altered")
                .hasMessageContaining("public.orders")
                .hasMessageContaining("column note dropped");
    }

    @Test
    void otherTablesAreRememberedAsTheyAreNow() {
        KnownColumns known = watch(DdlPolicy.IGNORE).continued(columns("id", "note"), columns("id"));

        assertThat(known.of(ORDERS)).extracting(TableColumn::name).containsExactly("id");
    }

    @Test
    void aRowWithOtherColumnsIsNoticed() {
        ColumnWatch watch = watch(DdlPolicy.FAIL);
        assertThat(watch.changed(ORDERS, List.of("id", "new"))).isEmpty();

        watch.learn(columns("id", "note"));

        assertThat(watch.changed(ORDERS, List.of("id", "note"))).isEmpty();
        assertThat(watch.changed(ORDERS, List.of("id", "note", "new"))).contains("column new added");
        assertThat(watch.changed(ORDERS, List.of("note", "id"))).contains("columns reordered");
        assertThat(watch(DdlPolicy.FAIL).changed(ORDERS, List.of("id", "new"))).isEmpty();
    }

    @Test
    void aColumnThatTheLogDoesNotCarryMayBeMissing() {
        ColumnWatch watch = watch(DdlPolicy.FAIL);
        watch.learn(new KnownColumns(new TreeMap<>(Map.of(
                ORDERS,
                List.of(
                        new TableColumn(1, "id", "integer", true),
                        new TableColumn(2, "total", "integer", false),
                        new TableColumn(3, "note", "text", true))))));

        assertThat(watch.changed(ORDERS, List.of("id", "note"))).isEmpty();
        assertThat(watch.changed(ORDERS, List.of("id", "total", "note"))).isEmpty();
        assertThat(watch.changed(ORDERS, List.of("id", "total"))).contains("column note dropped");
    }

    @Test
    void stateKeepsTheColumnsAndOlderStateKnowsNone() throws IOException {
        PhasedStateSerializer<String> serializer = new PhasedStateSerializer<>(new Texts());
        KnownColumns columns = columns("id", "größe 😀");

        PhasedState<String> read = serializer.deserialize(
                serializer.getVersion(), serializer.serialize(new PhasedState<>("inner", columns)));

        assertThat(read.inner()).isEqualTo("inner");
        assertThat(read.columns().of(ORDERS)).isEqualTo(columns.of(ORDERS));
        PhasedState<String> older = serializer.deserialize(Texts.VERSION, new byte[] {'o', 'l', 'd'});
        assertThat(older.inner()).isEqualTo("old");
        assertThat(older.columns().of(ORDERS)).isEmpty();
    }

    private static KnownColumns columns(String... names) {
        return new KnownColumns(new TreeMap<>(Map.of(
                ORDERS,
                Arrays.stream(names)
                        .map(name -> new TableColumn(0, name, "integer", true))
                        .toList())));
    }

    private static ColumnWatch watch(DdlPolicy policy) {
        return new ColumnWatch(List.of(
                new SourceRequest.Table(ORDERS, List.of("id"), BeforeImage.FULL, OptionalLong.empty(), policy)));
    }

    private static final class Texts implements SimpleVersionedSerializer<String> {
        static final int VERSION = 4;

        @Override
        public int getVersion() {
            return VERSION;
        }

        @Override
        public byte[] serialize(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public String deserialize(int version, byte[] bytes) {
            assertThat(version).isEqualTo(VERSION);
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }
}
