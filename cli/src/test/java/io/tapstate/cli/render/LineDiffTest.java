package io.tapstate.cli.render;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LineDiffTest {
    @Test
    void onlyWhatChangesIsShownWithALineAroundIt() {
        assertThat(LineDiff.of("a\nb\nc\nd\ne\nf\n", "a\nb\nc\nx\ne\nf\n", Style.PLAIN))
                .isEqualTo("  ...\n    c\n  - d\n  + x\n    e\n");
    }

    @Test
    void linesAreAddedAndTakenAway() {
        assertThat(LineDiff.of("b\n", "a\nb\nc\n", Style.PLAIN)).isEqualTo("  + a\n    b\n  + c\n");
        assertThat(LineDiff.of("a\nb\n", "", Style.PLAIN)).isEqualTo("  - a\n  - b\n");
        assertThat(LineDiff.of("a\n", "a\n", Style.PLAIN)).isEmpty();
    }
}
