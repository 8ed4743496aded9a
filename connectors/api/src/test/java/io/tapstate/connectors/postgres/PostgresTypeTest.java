package io.tapstate.connectors.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.ColumnType;
import org.junit.jupiter.api.Test;

class PostgresTypeTest {
    @Test
    void theLineOfATypeIsReadBackWhateverItsName() {
        PostgresType odd = new PostgresType("a:[]+-b", 'e', false, -1, null, '\0');
        PostgresType arrays = PostgresType.arrayOf(PostgresType.arrayOf(odd, ';'), ',');

        for (PostgresType type : new PostgresType[] {odd, arrays, builtIn("timestamptz", 3)}) {
            assertThat(PostgresType.parse(type.text())).isEqualTo(type);
        }
    }

    @Test
    void thePrecisionOfAnInstantDecidesWhatItIs() {
        assertThat(builtIn("timestamptz", 3).columnType()).isEqualTo(ColumnType.TIMESTAMP);
        assertThat(builtIn("timestamptz", 4).columnType()).isEqualTo(ColumnType.TIMESTAMP_MICROS);
        assertThat(builtIn("timestamptz", -1).columnType()).isEqualTo(ColumnType.TIMESTAMP_MICROS);
    }

    @Test
    void aTypeThatNobodyKnowsIsRefusedAndSoIsItsArray() {
        PostgresType vector = new PostgresType("vector", 'b', false, -1, null, '\0');

        assertThat(vector.columnType()).isEqualTo(ColumnType.UNSUPPORTED);
        assertThat(PostgresType.arrayOf(vector, ',').columnType()).isEqualTo(ColumnType.UNSUPPORTED);
        assertThat(builtIn("regclass", -1).columnType()).isEqualTo(ColumnType.UNSUPPORTED);
    }

    @Test
    void aTypeOfAUserThatIsCalledLikeABuiltInOneIsNotOne() {
        assertThat(new PostgresType("int4", 'b', false, -1, null, '\0').columnType())
                .isEqualTo(ColumnType.UNSUPPORTED);
    }

    private static PostgresType builtIn(String name, int modifier) {
        return new PostgresType(name, 'b', true, modifier, null, '\0');
    }
}
