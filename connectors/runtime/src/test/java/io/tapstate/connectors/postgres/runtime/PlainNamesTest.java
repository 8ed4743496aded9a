package io.tapstate.connectors.postgres.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlainNamesTest {
    private static final String LETTERS = "__aA1f .:\"'`$\\é表😀";

    @ParameterizedTest
    @ValueSource(strings = {"orders", "order_items", "a1", "_private", "x_1_y"})
    void anOrdinaryNameStaysAsItIs(String name) {
        assertThat(PlainNames.plain(name)).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '|',
            value = {
                "order items, order__20_items",
                "Orders, __4f_rders",
                "1st, __31_st",
                "a.b, a__2e_b",
                "a__b, a__5f__b",
                "a_, a__5f_",
                "_, __5f_",
                "__20_, __5f__20__5f_",
                "😀, __1f600_"
            })
    void everythingElseIsSpelledOut(String name, String plain) {
        assertThat(PlainNames.plain(name)).isEqualTo(plain);
        assertThat(PlainNames.real(plain)).isEqualTo(name);
    }

    @Test
    void everyNameComesBackAndNoTwoAreOne() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int[] letters = LETTERS.codePoints().toArray();
        Map<String, String> names = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            StringBuilder name = new StringBuilder();
            for (int length = 1 + random.nextInt(8); length > 0; length--) {
                name.appendCodePoint(letters[random.nextInt(letters.length)]);
            }
            String plain = PlainNames.plain(name.toString());
            assertThat(plain).as("seed %d", seed).matches("[a-z_][a-z0-9_]*");
            assertThat(PlainNames.real(plain)).as("seed %d", seed).isEqualTo(name.toString());
            assertThat(names.put(plain, name.toString())).as("seed %d", seed).isIn(null, name.toString());
        }
    }

    @Test
    void aNameStandsInStatementsAsItIs() {
        assertThat(PlainNames.quotedColumn(PlainNames.plain("a \"b\""))).isEqualTo("\"a \"\"b\"\"\"");
    }
}
