package io.tapstate.planner.schema;

import static io.tapstate.planner.schema.Snapshots.ID;
import static io.tapstate.planner.schema.Snapshots.NUMBER;
import static io.tapstate.planner.schema.Snapshots.shop;
import static io.tapstate.planner.schema.Snapshots.table;
import static io.tapstate.planner.schema.Snapshots.withRows;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.TableId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaSnapshotTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "7, 7",
        "99, 99",
        "100, 100",
        "1234, 1200",
        "98765, 98000",
        "9223372036854775807, 9200000000000000000"
    })
    void anEstimateIsKeptToTwoDigits(long read, long recorded) {
        assertThat(rows(recorded(read, Optional.empty()))).isEqualTo(recorded);
    }

    @ParameterizedTest
    @CsvSource({"1200, 1200", "700, 1200", "2300, 1200", "2400, 2400", "600, 600", "0, 0", "90000, 90000"})
    void anEstimateStaysUntilTheRowsHaveDoubledOrHalved(long read, long recorded) {
        SchemaSnapshot former = recorded(1200, Optional.empty());
        assertThat(rows(recorded(read, Optional.of(former)))).isEqualTo(recorded);
    }

    @Test
    void estimatesAloneAreNoChangeOfStructure() {
        SchemaSnapshot few = shop(withRows(table("orders", ID), 1));
        assertThat(few.sameStructure(shop(withRows(table("orders", ID), 1_000_000))))
                .isTrue();
        assertThat(few.sameStructure(shop(table("orders", ID)))).isTrue();
        assertThat(few.sameStructure(shop(withRows(table("orders", ID, NUMBER), 1))))
                .isFalse();
    }

    private static SchemaSnapshot recorded(long rows, Optional<SchemaSnapshot> former) {
        return SchemaSnapshot.recorded("shop", "mysql", List.of(withRows(table("orders", ID), rows)), former);
    }

    private static long rows(SchemaSnapshot snapshot) {
        return snapshot.table(new TableId("shop", "orders"))
                .orElseThrow()
                .rowEstimate()
                .orElseThrow();
    }
}
