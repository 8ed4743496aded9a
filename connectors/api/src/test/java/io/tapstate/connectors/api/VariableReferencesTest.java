package io.tapstate.connectors.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.RandomSeed;
import io.tapstate.connectors.diagnostics.TapException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class VariableReferencesTest {
    private static final UnaryOperator<String> NONE = name -> null;

    private final Random random = RandomSeed.random("VariableReferencesTest");

    @Test
    void bothFormsAreReplacedAndValuesStayAsTheyAre() {
        Map<String, String> values = Map.of("A", "$1\\ ${B}", "B", "");
        assertThat(resolve("<${A}|${B}|${var:A:x}|${var:C:a:b c}|${var:C:}>", values::get))
                .isEqualTo("<$1\\ ${B}||$1\\ ${B}|a:b c|>");
    }

    @Test
    void whatIsNoReferenceIsPlainText() {
        for (String text :
                new String[] {"$", "$A", "a$$b", "${", "${}", "${1A}", "${A-B}", "${var:A}", "$ {A}", "${ A }"}) {
            assertThat(resolve(text, NONE)).isEqualTo(text);
        }
    }

    @Test
    void textsBuiltFromPiecesResolvePieceByPiece() {
        String[] literals = {"", "$", "}", "a b", "\\", "é\u20ac", ":"};
        Map<String, String> values = Map.of("A", "one", "_b2", "$0", "C", "${A}");
        String[] names = {"A", "_b2", "C"};
        for (int round = 0; round < 5_000; round++) {
            StringBuilder text = new StringBuilder();
            StringBuilder expected = new StringBuilder();
            for (int piece = random.nextInt(6); piece > 0; piece--) {
                String literal = literals[random.nextInt(literals.length)];
                String name = names[random.nextInt(names.length)];
                switch (random.nextInt(4)) {
                    case 0 -> {
                        text.append(literal).append(' ');
                        expected.append(literal).append(' ');
                    }
                    case 1 -> {
                        text.append("${").append(name).append('}');
                        expected.append(values.get(name));
                    }
                    case 2 -> {
                        text.append("${var:").append(name).append(":unused}");
                        expected.append(values.get(name));
                    }
                    default -> {
                        text.append("${var:UNSET:").append("de:fault").append('}');
                        expected.append("de:fault");
                    }
                }
            }
            assertThat(resolve(text.toString(), values::get))
                    .as(text.toString())
                    .isEqualTo(expected.toString());
        }
    }

    @Test
    void everyUnsetVariableIsReportedOnce() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("a", "${X}${Y}${X}");
        texts.put("b", "${Y}${Z}${var:W:}");
        assertThatThrownBy(() -> VariableReferences.resolveAll(texts, NONE))
                .isInstanceOfSatisfying(TapException.class, e -> {
                    assertThat(e.diagnostics())
                            .extracting(fault -> fault.parameters().get("name"))
                            .containsExactly("X", "Y", "Z");
                    assertThat(e.diagnostics())
                            .allSatisfy(fault -> assertThat(fault.code()).isEqualTo("dsl.undefined-variable"));
                });
    }

    @Test
    void aResolvedConfigNeverPrintsItsValues() {
        ConnectionConfig config =
                new ConnectionConfig(new HashMap<>(Map.of("password", "${PW}"))).resolved(Map.of("PW", "hunter2")::get);
        assertThat(config.get("password")).contains("hunter2");
        assertThat(config).hasToString("ConnectionConfig[password]");
    }

    private static String resolve(String text, UnaryOperator<String> variables) {
        return VariableReferences.resolveAll(Map.of("field", text), variables).get("field");
    }
}
