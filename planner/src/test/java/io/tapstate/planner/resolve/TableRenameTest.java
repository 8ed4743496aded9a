package io.tapstate.planner.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.ServeBody.RenameSpec;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableRenameTest {
    private static final SourceSpan NOWHERE = new SourceSpan("", 0, 0, "", "");

    @ParameterizedTest
    @CsvSource({
        "camel,  PLAYER_ADDRESS, playerAddress",
        "pascal, PLAYER_ADDRESS, PlayerAddress",
        "pascal, HTTPServer,     HttpServer",
        "pascal, HTTP2ServerV1,  Http2ServerV1",
        "camel,  HTTP2ServerV1,  http2ServerV1",
        "camel,  naïve_orders,   naïveOrders",
        "camel,  order items,    orderItems",
        "upper,  orders,         ORDERS",
        "lower,  ORDERS,         orders",
        "camel,  x,              x",
        "pascal, 2fast,          2fast"
    })
    void casesAreAppliedWordByWord(String letters, String table, String expected) {
        assertThat(TableRename.of(rename(Map.of(), letters, "", ""), table)).isEqualTo(expected);
    }

    @Test
    void prefixAndSuffixStandAsWritten() {
        assertThat(TableRename.of(rename(Map.of(), "camel", "ods_", "_v1"), "PLAYER_ADDRESS"))
                .isEqualTo("ods_playerAddress_v1");
    }

    @Test
    void aMappedNameBypassesEveryOtherRule() {
        assertThat(TableRename.of(rename(Map.of("orders", "o"), "upper", "p_", "_s"), "orders"))
                .isEqualTo("o");
    }

    @Test
    void aNameOfSeparatorsLeavesNothing() {
        assertThat(TableRename.of(rename(Map.of(), "camel", "", ""), "___")).isEmpty();
    }

    @Test
    void withoutRulesTheNameStays() {
        assertThat(TableRename.of(Optional.empty(), "Orders")).isEqualTo("Orders");
    }

    private static Optional<RenameSpec> rename(Map<String, String> map, String letters, String prefix, String suffix) {
        Map<Located<String>, Located<String>> located = new java.util.HashMap<>();
        map.forEach((from, to) -> located.put(at(from), at(to)));
        return Optional.of(new RenameSpec(
                located, Optional.of(at(letters)), Optional.of(at(prefix)), Optional.of(at(suffix)), NOWHERE));
    }

    private static Located<String> at(String text) {
        return new Located<>(text, NOWHERE);
    }
}
