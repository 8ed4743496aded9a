package io.tapstate.connectors.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.runtime.RecordFaults;
import io.tapstate.connectors.runtime.SourceRequest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StableNamesTest {
    @Test
    void shortPlainIdsStandAsTheyAre() {
        assertThat(StableNames.identifier(request("orders", "db"))).isEqualTo("tapstate_orders_db");
    }

    @Test
    void identifiersAreLegalShortAndDistinct() {
        List<String> names = List.of(
                StableNames.identifier(request("Orders", "db")),
                StableNames.identifier(request("orders-x", "db")),
                StableNames.identifier(request("orders_x", "db")),
                StableNames.identifier(request("orders", "x_db")),
                StableNames.identifier(request("p".repeat(80), "db")),
                StableNames.identifier(request("p".repeat(81), "db")));

        assertThat(names).doesNotHaveDuplicates().allMatch(name -> name.matches("[a-z0-9_]{1,57}"));
    }

    @Test
    void theSameIdsGiveTheSameNameAndNumber() {
        assertThat(StableNames.identifier(request("a_b", "c"))).isEqualTo(StableNames.identifier(request("a_b", "c")));
        assertThat(StableNames.number(request("a", "b"), 1000))
                .isEqualTo(StableNames.number(request("a", "b"), 1000))
                .isBetween(0, 999);
    }

    @Test
    void literalPatternsMatchOneNameOnly() {
        String pattern = CdcSettings.literally("app-db.a,b$ü");

        assertThat("app-db.a,b$ü").matches(pattern);
        assertThat("app-dbxa,b$ü").doesNotMatch(pattern);
    }

    private static SourceRequest request(String pipeline, String source) {
        return new SourceRequest(
                pipeline,
                source,
                new ConnectionConfig(Map.of()),
                List.of(),
                true,
                true,
                RecordFaults.failing(pipeline, "source." + source));
    }
}
