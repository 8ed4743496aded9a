package io.tapstate.planner.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.planner.expression.CelExpression.Compiled;
import io.tapstate.planner.expression.CelExpression.Outcome;
import io.tapstate.planner.expression.CelExpression.Use;
import io.tapstate.planner.logical.RowType;
import io.tapstate.planner.logical.RowType.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CelExpressionTest {
    /** One column of each type, {@code <type>_col}, all NOT NULL; {@code maybe} may be null; and an odd name. */
    static final RowType ROW = row();

    private static final RowType OPEN = new RowType(ROW.columns(), true);

    private static RowType row() {
        List<Column> columns = new ArrayList<>();
        for (ColumnType type : ColumnType.values()) {
            String name = type.name().toLowerCase(java.util.Locale.ROOT);
            columns.add(new Column(name + "_col", Optional.of(type), "native_" + name, false));
        }
        columns.add(new Column("status", Optional.of(ColumnType.STRING), "varchar(10)", false));
        columns.add(new Column("maybe", Optional.of(ColumnType.STRING), "text", true));
        columns.add(new Column("odd name", Optional.of(ColumnType.INTEGER), "int", false));
        columns.add(new Column("unsure", Optional.empty(), "dyn", true));
        return new RowType(columns, false);
    }

    private static Outcome value(String text) {
        return CelExpression.compile(text, Use.VALUE, Optional.of(ROW));
    }

    private static Outcome filter(String text) {
        return CelExpression.compile(text, Use.FILTER, Optional.of(ROW));
    }

    private static Compiled compiled(Outcome outcome) {
        assertThat(outcome.faults()).isEmpty();
        return (Compiled) outcome;
    }

    private static ExpressionFault onlyFault(Outcome outcome) {
        assertThat(outcome.faults()).hasSize(1);
        return outcome.faults().get(0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        after.status                                            | STRING
        'fixed'                                                 | STRING
        after.status + "-" + op                                 | STRING
        after.integer_col + 1                                   | INTEGER
        after["odd name"] * 2                                   | INTEGER
        after.`odd name` * 2                                    | INTEGER
        before['integer_col'] - after.integer_col               | INTEGER
        after.double_col / 2.0                                  | DOUBLE
        double(after.integer_col) * 1.5                         | DOUBLE
        after.boolean_col && !before.boolean_col                | BOOLEAN
        after.binary_col                                        | BINARY
        bytes(after.status)                                     | BINARY
        after.decimal_col                                       | DECIMAL
        after.decimal_col * decimal("1.19")                     | DECIMAL
        after.decimal_col * 2 + 1                               | DECIMAL
        2 * after.decimal_col                                   | DECIMAL
        -after.decimal_col                                      | DECIMAL
        round(after.decimal_col / 3, 2)                         | DECIMAL
        abs(after.decimal_col)                                  | DECIMAL
        decimal(after.integer_col)                              | DECIMAL
        int(after.decimal_col)                                  | INTEGER
        double(after.decimal_col)                               | DOUBLE
        string(after.decimal_col)                               | STRING
        after.decimal_col > decimal("10.00")                    | BOOLEAN
        after.decimal_col >= 10                                 | BOOLEAN
        0 < after.decimal_col                                   | BOOLEAN
        after.decimal_col == decimal(10)                        | BOOLEAN
        after.decimal_col in [decimal("1"), decimal("2")]       | BOOLEAN
        after.date_col                                          | DATE
        after.date_col >= date("2026-01-31")                    | BOOLEAN
        after.date_col.getFullYear()                            | INTEGER
        after.date_col + duration("24h")                        | TIMESTAMP
        after.timestamp_col                                     | TIMESTAMP
        after.timestamp_col < now()                             | BOOLEAN
        now() - after.timestamp_col > duration("1h")            | BOOLEAN
        after.timestamp_col.getHours("Europe/Berlin")           | INTEGER
        date(after.timestamp_col)                               | TIMESTAMP
        timestamp(ts)                                           | TIMESTAMP
        after.datetime_col                                      | DATETIME
        after.datetime_col > datetime("2026-01-31T00:00:00")    | BOOLEAN
        timestamp(after.datetime_col, "Europe/Berlin")          | TIMESTAMP
        datetime(after.timestamp_col, "Europe/Berlin")          | DATETIME
        after.datetime_col.getDayOfWeek()                       | INTEGER
        after.datetime_col + duration("90m")                    | DATETIME
        (after.datetime_col - before.datetime_col).getMinutes() | INTEGER
        string(after.datetime_col)                              | STRING
        after.time_col                                          | TIME
        after.time_col < time("12:00:00")                       | BOOLEAN
        after.time_col.getHours()                               | INTEGER
        time(after.datetime_col)                                | TIME
        string(after.time_col)                                  | STRING
        after.json_col                                          | JSON
        after.json_col.contains("vip")                          | BOOLEAN
        after.uuid_col                                          | UUID
        string(after.uuid_col)                                  | STRING
        after.uuid_col == uuid("123e4567-e89b-12d3-a456-426614174000") | BOOLEAN
        has(after.maybe)                                        | BOOLEAN
        has(after.`odd name`)                                   | BOOLEAN
        after.maybe == null                                     | BOOLEAN
        after.decimal_col != null                               | BOOLEAN
        after.integer_col == null                               | BOOLEAN
        after.maybe != null ? after.maybe : "none"              | STRING
        after.boolean_col ? after.decimal_col : null            | DECIMAL
        after.status in ["a", "b"]                              | BOOLEAN
        after.status.matches("^[a-z]+$")                        | BOOLEAN
        after.status.lowerAscii().trim()                        | STRING
        size(after.status)                                      | INTEGER
        int("5")                                                | INTEGER
        after.integer_col > 1.5                                 | BOOLEAN
        [1, 2, 3].exists(x, x == after.integer_col)             | BOOLEAN
        src == "orders" && op in ["i", "u"]                     | BOOLEAN
        ts / 1000                                               | INTEGER
        """)
    void aValueHasTheTypeOfItsComputation(String text, ColumnType type) {
        assertThat(compiled(value(text)).type()).contains(type);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        after.unsure                 | dyn
        after.unsure.inner[0]        | dyn
        schema["table"]              | dyn
        null                         | null
        [1, 2]                       | list(int)
        {"a": after.integer_col}     | map(string, int)
        """)
    void whatOnlyARowTellsHasNoColumnType(String text, String nativeName) {
        Compiled compiled = compiled(value(text));
        assertThat(compiled.type()).isEmpty();
        assertThat(compiled.nativeName()).isEqualTo(nativeName);
    }

    @ParameterizedTest
    @EnumSource(value = ColumnType.class, names = "UNSUPPORTED", mode = EnumSource.Mode.EXCLUDE)
    void aColumnPassedThroughKeepsEverything(ColumnType type) {
        String name = type.name().toLowerCase(java.util.Locale.ROOT);
        for (String text :
                List.of("after." + name + "_col", "before['" + name + "_col']", "(after." + name + "_col)")) {
            Compiled compiled = compiled(value(text));
            assertThat(compiled.type()).contains(type);
            assertThat(compiled.nativeName()).isEqualTo("native_" + name);
            assertThat(compiled.nullable()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(value = ColumnType.class, names = "UNSUPPORTED", mode = EnumSource.Mode.EXCLUDE)
    void everyColumnCanBeComparedWithItselfAndWithNull(ColumnType type) {
        String column = "after." + type.name().toLowerCase(java.util.Locale.ROOT) + "_col";
        for (String text : List.of(
                column + " == " + column.replace("after", "before"),
                column + " != null",
                "null == " + column,
                "has(" + column + ")",
                "op == 'd' || " + column + " != " + column)) {
            assertThat(compiled(filter(text)).type()).contains(ColumnType.BOOLEAN);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "after.unsupported_col",
                "after.unsupported_col == null",
                "has(after.unsupported_col)",
                "before['unsupported_col'] == 1"
            })
    void aColumnNobodyCanReadIsRefusedHoweverItIsUsed(String text) {
        ExpressionFault fault = onlyFault(filter(text));
        assertThat(fault.code()).isEqualTo(ExpressionError.TYPE_UNKNOWN);
        assertThat(fault.detail()).contains("`unsupported_col`").contains("`native_unsupported`");
        assertThat(fault.offset()).isEqualTo(text.indexOf("unsupported_col"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        after.staus == "x"          |  6 | there is no column `staus`             | write `status`
        has(after.staus)            | 10 | there is no column `staus`             | write `status`
        after["stat us"] == "x"     |  7 | there is no column `stat us`           | write `status`
        record.after.status == "x"  |  0 | `record` belongs to an older dialect   | after.x
        record.status == "x"        |  0 | `record` belongs to an older dialect   | after.x
        status == "x"               |  0 | there is no `status`                   | `after.status`
        afer.status == "x"          |  0 | there is no `afer`                     | write `after`
        after.status = "x"          | 13 | `=` does not belong here               | compare with `==`
        =after.status               |  0 | `=` does not belong here               | the `=` of a computed column
        after.status == "x" and true | 20 | `and` does not belong here            | write `&&`
        after.status ==             | 15 | it ends too early                      | complete it
        (after.status == "x"        | 20 | it ends too early                      | complete it
        after.status == "x          | 16 | has no end                             | close it
        after.status > 3            | 13 | `>` does not take string and int       | convert one side
        after.decimal_col > 1.5     | 18 | `>` does not take decimal and double   | decimal("1.5")
        after.decimal_col == 1      | 18 | `==` does not take decimal and int     | `decimal(...)` around the int
        after.date_col > "2026-01-01" | 15 | `>` does not take timestamp and string | write `timestamp(...)`
        after.datetime_col > "2026" | 19 | `>` does not take datetime and string  | write `datetime(...)`
        after.datetime_col < now()  | 19 | `<` does not take datetime and timestamp | name the zone
        after.uuid_col == "x"       | 15 | `==` does not take uuid and string     | write `uuid(...)`
        after.time_col == "x"       | 15 | `==` does not take time and string     | write `time(...)`
        decimal("1,5") > 1          |  0 | `1,5` is not a decimal number          | decimal("1.10")
        timestamp("2026-01-01") < now() | 0 | `2026-01-01` is not an instant      | timestamp("2026
        date("31.1.2026") < now()   |  0 | `31.1.2026` is not a date              | date("2026-01-31")
        after.datetime_col > datetime("2026-01-31") | 21 | is not a date and time  | datetime("2026
        after.time_col > time("noon") | 17 | `noon` is not a time of day          | time("08:00:00")
        after.uuid_col == uuid("12") | 18 | `12` is not a UUID                    | uuid("123
        duration("1d") > duration("1h") | 0 | `1d` is not a duration              | duration("1h30m")
        after.status.matches("(")   | 13 | `(` is not a regular expression        | matches(
        after == 1                  |  0 | a row is read column by column         | write `after.name`
        after[op] == 1              |  0 | a row is read column by column         | written out
        [1].all(after, true)        |  4 | `after` already has a meaning           | another name
        after.status                |  0 | a filter must be true or false, and this is a string | compare the value
        after.decimal_col           |  0 | this is a decimal                      | compare the value
        now() - now()               |  0 | this is a duration                     | compare the value
        foo(1)                      |  0 | there is no function `foo`             | docs/
        after.status.lowercase() == "x" | 13 | there is no function `lowercase`   | `lowerAscii`
        has(after)                  |  0 | `has` asks for a field                 | has(after.name)
        op.x == 1                   |  2 | type string has no fields               | the value itself
        """)
    void aFaultPointsAtItsPlaceAndSaysWhatToDo(String text, int offset, String detail, String suggestion) {
        ExpressionFault fault = onlyFault(filter(text));
        assertThat(fault.code()).isEqualTo(ExpressionError.ILLEGAL_EXPRESSION);
        assertThat(fault.detail()).contains(detail);
        assertThat(fault.suggestion()).contains(suggestion);
        assertThat(fault.offset()).isEqualTo(offset);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        after.timestamp_col - before.timestamp_col | a duration cannot be stored
        type(1)                                    | a type cannot be stored
        after.boolean_col ? after.status : 1       | `? :` does not take bool and string and int
        after.boolean_col ? "a" : null             | `? :` does not take bool and string and null
        """)
    void aValueThatNoColumnCanHoldIsRefused(String text, String detail) {
        assertThat(onlyFault(value(text)).detail()).contains(detail);
    }

    @Test
    void allFaultsAreToldAtOnce() {
        assertThat(filter("after.a == 1 && after.b == 2 && after.status > 3").faults())
                .extracting(ExpressionFault::offset)
                .containsExactly(6, 22, 45);
    }

    @Test
    void lineAndColumnAreThoseOfTheText() {
        ExpressionFault fault = onlyFault(filter("op == '\ud83d\ude00' &&\n  after.staus == 'x'"));
        assertThat(fault.line()).isEqualTo(2);
        assertThat(fault.column()).isEqualTo(9);
    }

    @Test
    void theColumnsReadAreNamedPerImage() {
        Compiled compiled = compiled(filter("has(before.maybe) || after['odd name'] > 1 && after.status == op"));
        assertThat(compiled.afterColumns()).containsExactly("odd name", "status");
        assertThat(compiled.beforeColumns()).containsExactly("maybe");
        assertThat(compiled.readsColumns()).isTrue();
        assertThat(compiled(filter("op != 'd'")).readsColumns()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        after.maybe                              | true
        after.status                             | false
        after.status + "x"                       | false
        null                                     | true
        after.unsure                             | true
        has(after.maybe)                         | false
        after.boolean_col ? after.maybe : "x"    | true
        after.boolean_col ? after.status : "x"   | false
        after.boolean_col ? null : after.decimal_col | true
        after.decimal_col + 1                    | false
        """)
    void aValueIsNullableWhereNullCanComeThrough(String text, boolean nullable) {
        assertThat(compiled(value(text)).nullable()).isEqualTo(nullable);
    }

    @Test
    void anOpenRowMakesUnknownColumnsDynamic() {
        Outcome outcome =
                CelExpression.compile("after.anything + 1 == 2 && after.status == 'x'", Use.FILTER, Optional.of(OPEN));
        assertThat(compiled(outcome).afterColumns()).containsExactly("anything", "status");
        assertThat(CelExpression.compile("after.status > 1 && after.x", Use.FILTER, Optional.of(OPEN))
                        .faults())
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "after.x",
                "after.x == 1",
                "after['odd'] > before.y",
                "has(after.x)",
                "after.price * decimal('1.1') > 3",
                "now() > after.at",
                "after.x in ['a']",
                "after.at.getFullYear() == 2026",
                "true"
            })
    void withoutASchemaEveryColumnIsTaken(String text) {
        compiled(CelExpression.compile(text, Use.FILTER, Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "after.x ==",
                "afte.x == 1",
                "lowercase(after.x)",
                "record.x == 1",
                "op == 1",
                "'text'",
                "after[op]",
                ""
            })
    void withoutASchemaSyntaxVariablesAndFunctionsAreStillJudged(String text) {
        onlyFault(CelExpression.compile(text, Use.FILTER, Optional.empty()));
    }

    @Test
    void aFaultBecomesADiagnosticThatShowsTheExpression() {
        Diagnostic diagnostic = onlyFault(filter("after.staus == 'x'")).diagnostic(null);
        assertThat(diagnostic.code()).isEqualTo("dsl.illegal-expression");
        assertThat(diagnostic.message()).contains("`after.staus == 'x'`").contains("there is no column `staus`");
        assertThat(diagnostic.fix()).isEqualTo("write `status`");
        assertThat(onlyFault(filter("after.unsupported_col == 1"))
                        .diagnostic(null)
                        .code())
                .isEqualTo("dsl.row-expression-type-unknown");
    }

    @Test
    void huntsForDepthEndInAFault() {
        List<String> texts = List.of(
                "(".repeat(5_000) + "1" + ")".repeat(4_999),
                "[".repeat(4_000),
                "!".repeat(9_000) + "true",
                "-".repeat(9_000) + "1",
                "1" + "+1".repeat(4_000),
                "true" + "&&true".repeat(1_400),
                "after" + ".a".repeat(4_000),
                "op" + "[0]".repeat(3_000),
                "true?1:".repeat(1_400) + "1",
                "{'a':".repeat(1_900) + "1",
                "[1].all(x,".repeat(900) + "true" + ")".repeat(900),
                "[1].map(x,".repeat(60) + "true" + ")".repeat(60),
                "size(".repeat(1_900) + "op" + ")".repeat(400),
                "x".repeat(20_000),
                "'" + "y".repeat(20_000) + "'",
                "((((((((((((((((((((((((((1))))))))))))))))))))))))))" + "||".repeat(1_000));
        for (String text : texts) {
            long start = System.nanoTime();
            CelExpression.compile(text, Use.VALUE, Optional.of(ROW));
            long millis = (System.nanoTime() - start) / 1_000_000;
            assertThat(millis).as(text.substring(0, 12)).isLessThan(5_000);
        }
    }

    @Test
    void aSmallStackIsEnoughForAnAnswer() throws InterruptedException {
        AtomicReference<Outcome> outcome = new AtomicReference<>();
        Thread thread = new Thread(
                null,
                () -> outcome.set(CelExpression.compile("1" + "+1".repeat(4_000), Use.VALUE, Optional.of(ROW))),
                "small",
                256 * 1024);
        thread.start();
        thread.join();
        assertThat(outcome.get()).isNotNull();
        assertThat(onlyFault(outcome.get()).detail()).contains("nested too deep");
    }

    @Test
    void garbageNeverThrows() {
        long seed = 20_260_131;
        Random random = new Random(seed);
        String[] tokens = {
            "after",
            ".",
            "status",
            "[",
            "]",
            "'odd name'",
            "(",
            ")",
            "==",
            "&&",
            "||",
            "1",
            "1.5",
            "\"x\"",
            "null",
            "+",
            "-",
            "?",
            ":",
            "has",
            "exists",
            ",",
            "x",
            "{",
            "}",
            "decimal",
            "now()",
            "b'\\x00'",
            "`",
            "\\",
            "\n",
            "\u0000",
            "\ud83d\ude00",
            "\ud83d",
            "in",
            "!",
            "=",
            "record",
            "r'",
            "'''",
            "//c",
            "unsupported_col",
            "decimal_col"
        };
        for (int i = 0; i < 3_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(14); j >= 0; j--) {
                text.append(tokens[random.nextInt(tokens.length)]);
            }
            Use use = Use.values()[i % 2];
            Optional<RowType> row = Arrays.asList(Optional.<RowType>empty(), Optional.of(ROW), Optional.of(OPEN))
                    .get(i % 3);
            try {
                assertThat(CelExpression.compile(text.toString(), use, row)).isNotNull();
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + text, e);
            }
        }
    }
}
