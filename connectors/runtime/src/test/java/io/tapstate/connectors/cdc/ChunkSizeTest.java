package io.tapstate.connectors.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ChunkSizeTest {
    private static final OptionalLong UNKNOWN = OptionalLong.empty();

    @Test
    void chunksGrowWithTheTableWithinBounds() {
        assertThat(ChunkSize.rows(OptionalLong.of(10), UNKNOWN)).isEqualTo(ChunkSize.LEAST);
        assertThat(ChunkSize.rows(OptionalLong.of(400_000), UNKNOWN)).isEqualTo(25_000);
        assertThat(ChunkSize.rows(OptionalLong.of(90_000_000), UNKNOWN)).isEqualTo(50_000);
        assertThat(ChunkSize.rows(UNKNOWN, UNKNOWN)).isEqualTo(25_000);
    }

    @Test
    void chunksOfWideRowsAreSmaller() {
        OptionalLong rows = OptionalLong.of(1_000_000);
        assertThat(ChunkSize.rows(rows, OptionalLong.of(200))).isEqualTo(50_000);
        assertThat(ChunkSize.rows(rows, OptionalLong.of(16_384))).isEqualTo(1_024);
        assertThat(ChunkSize.rows(rows, OptionalLong.of(1 << 20))).isEqualTo(16);
        assertThat(ChunkSize.rows(rows, OptionalLong.of(1 << 30))).isEqualTo(16);
    }

    @Test
    void theAverageOfAFewRowsIsNotBelieved() {
        assertThat(ChunkSize.rows(OptionalLong.of(1), OptionalLong.of(1 << 20))).isEqualTo(ChunkSize.LEAST);
    }
}
