package io.tapstate.cli.render;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class StructuredTextTest {
    private static final List<String> ODD_TEXTS = List.of(
            "",
            " ",
            "plain",
            "yes",
            "Null",
            "12",
            "1e3",
            "-",
            "- a",
            "a: b",
            "a #b",
            "#",
            "quote\" and \\",
            "two\nlines\r\n\ttab",
            "\u0000\u0007\u007f\u0085\u2028\ufeff",
            "ünï 漢字 \ud83d\ude00",
            "{}",
            "[a]",
            "*x",
            "&x",
            "!x",
            "%x",
            "@x",
            "`x",
            "~",
            ".inf",
            "0x1F",
            "2020-01-01");

    @Test
    void everyTextComesBackFromJsonAndFromYaml() throws IOException {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("texts", ODD_TEXTS);
        for (String text : ODD_TEXTS) {
            value.put("k" + text, text);
        }
        assertThat(new ObjectMapper().readValue(StructuredText.json(value), Map.class))
                .isEqualTo(value);
        assertThat(new ObjectMapper().readValue(StructuredText.jsonLine(value), Map.class))
                .isEqualTo(value);
        assertThat(yaml(StructuredText.yaml(value))).isEqualTo(value);
    }

    @Test
    void nestedThingsComeBackFromBoth() throws IOException {
        Map<String, Object> inner = new LinkedHashMap<>();
        inner.put("list", List.of(List.of(1, 2), List.of(), Map.of(), Map.of("a", Map.of("b", true)), "x"));
        inner.put("nothing", null);
        inner.put("empty", Map.of());
        inner.put("deep", Map.of("items", List.of(new LinkedHashMap<>(inner))));
        List<Object> value = List.of(inner, 5, List.of(List.of(List.of("y"))));
        assertThat(new ObjectMapper().readValue(StructuredText.json(value), List.class))
                .isEqualTo(value);
        assertThat(yaml(StructuredText.yaml(value))).isEqualTo(value);
    }

    @Test
    void scalarsAreDocumentsToo() {
        assertThat(StructuredText.yaml("a b")).isEqualTo("\"a b\"\n");
        assertThat(StructuredText.json(List.of())).isEqualTo("[]\n");
        assertThat(StructuredText.yaml(Map.of())).isEqualTo("{}\n");
    }

    private static Object yaml(String text) {
        LoadSettings settings = LoadSettings.builder()
                .setTagConstructors(Map.of())
                .setSchema(new org.snakeyaml.engine.v2.schema.CoreSchema())
                .build();
        return Optional.ofNullable(new Load(settings).loadFromString(text)).orElseThrow();
    }
}
