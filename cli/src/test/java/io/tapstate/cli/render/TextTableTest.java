package io.tapstate.cli.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TextTableTest {
    @Test
    void numbersStandToTheRightAndTextToTheLeft() {
        assertThat(new TextTable("id", "customer")
                        .row("1", "alice")
                        .row("12", "b")
                        .render(Style.PLAIN))
                .isEqualTo("id  customer\n 1  alice\n12  b\n");
    }

    @Test
    void nullIsShownAsNull() {
        assertThat(new TextTable("a").row(Arrays.asList((String) null)).render(Style.PLAIN))
                .isEqualTo("a\nNULL\n");
    }

    @Test
    void controlCharactersNeitherBreakTheTableNorReachTheTerminal() {
        assertThat(new TextTable("a").row("x\n\u001b[2Jy").render(Style.PLAIN)).isEqualTo("a\nx\\u000a\\u001b[2Jy\n");
    }

    @Test
    void aRowOfAnotherWidthIsADefect() {
        assertThatThrownBy(() -> new TextTable("a", "b").row("1")).isInstanceOf(IllegalArgumentException.class);
    }
}
