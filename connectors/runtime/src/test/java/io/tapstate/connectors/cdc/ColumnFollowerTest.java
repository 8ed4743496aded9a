package io.tapstate.connectors.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.DdlPolicy;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.row.ColumnChange;
import io.tapstate.connectors.row.RowWriter;
import io.tapstate.connectors.runtime.SourceRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ColumnFollowerTest {
    private static final TableId ORDERS = new TableId("public", "orders");

    private final Catalogue catalogue = new Catalogue();
    private final ColumnFollower follower = new ColumnFollower(
            new ColumnWatch(List.of(new SourceRequest.Table(
                    ORDERS, List.of("id"), BeforeImage.FULL, OptionalLong.empty(), DdlPolicy.APPLY))),
            catalogue);

    @BeforeEach
    void begin() {
        follower.begin(new TableShapes(new TreeMap<>(Map.of(ORDERS, catalogue.shape()))));
    }

    @Test
    void aChangeThatWasSeenComesBehindItsPlace() {
        catalogue.change("id", "note");
        LiveTables tables = catalogue.live(List.of(ORDERS));
        follower.seen(tables);
        long seen = tables.position();

        assertThat(follower.passed(seen, "")).isEmpty();
        assertThat(follower.passed(seen + 1, ""))
                .containsExactly(new ColumnWatch.Followed(ORDERS, List.of(ColumnChange.added("note", BsonNull.VALUE))));
        assertThat(follower.row(ORDERS, List.of("id", "note"), "")).isEmpty();
        assertThat(follower.awaits()).isFalse();
    }

    @Test
    void aRowGoesBeforeWhatWasSeen() {
        catalogue.change("id", "note");
        follower.seen(catalogue.live(List.of(ORDERS)));

        assertThat(follower.row(ORDERS, List.of("id", "note"), "")).isPresent();
        assertThat(follower.passed(Long.MAX_VALUE, "")).isEmpty();
    }

    @Test
    void whatWasSeenBeforeARowWasFollowedAndIsToldLaterDoesNotCount() {
        LiveTables earlier = catalogue.live(List.of(ORDERS));
        catalogue.change("id", "note");
        assertThat(follower.row(ORDERS, List.of("id", "note"), "")).isPresent();

        follower.seen(earlier);
        assertThat(follower.passed(Long.MAX_VALUE, "")).isEmpty();

        catalogue.change("id", "note", "more");
        follower.seen(catalogue.live(List.of(ORDERS)));
        assertThat(follower.passed(Long.MAX_VALUE, "")).hasSize(1);
    }

    @Test
    void anotherTypeThatChangesValuesEndsTheSource() {
        catalogue.shape = new TableShape(List.of(new TableColumn(1, "id", "text", true)), 1);

        assertThatThrownBy(() -> follower.row(ORDERS, List.of("id"), "0/1"))
                .hasMessageContaining("capture.table-altered")
                .hasMessageContaining("column id changed from integer to text");
    }

    /** A database whose log grows with each look and each change. */
    private static final class Catalogue implements PhasedSource.Preparation {
        private static final long serialVersionUID = 1L;

        private TableShape shape = new TableShape(List.of(new TableColumn(1, "id", "integer", true)), 1);
        private long position;

        TableShape shape() {
            return shape;
        }

        void change(String... names) {
            List<TableColumn> columns = new ArrayList<>();
            for (String name : names) {
                columns.add(new TableColumn(columns.size() + 1, name, "integer", true));
            }
            shape = new TableShape(columns, columns.size());
            position++;
        }

        @Override
        public LiveTables live(List<TableId> tables) {
            BsonDocument filled = new BsonDocument();
            shape.columns().forEach(column -> filled.append(Integer.toString(column.number()), BsonNull.VALUE));
            return new LiveTables(
                    new TreeMap<>(Map.of(ORDERS, new LiveTables.Live(shape, RowWriter.encode(filled)))),
                    position++,
                    position++);
        }

        @Override
        public void before(boolean restored) {
            throw new UnsupportedOperationException();
        }

        @Override
        public KnownColumns columns() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Set<TableId> tablesThere() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void beforeContinuing() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void after() {
            throw new UnsupportedOperationException();
        }
    }
}
