package io.tapstate.planner.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.planner.expression.ScriptSource.Outcome;
import io.tapstate.planner.expression.ScriptSource.Parsed;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptSourceTest {
    private static Parsed parsed(String text) {
        Outcome outcome = ScriptSource.parse(text);
        assertThat(outcome.faults()).as(text).isEmpty();
        return (Parsed) outcome;
    }

    private static ExpressionFault onlyFault(String text) {
        Outcome outcome = ScriptSource.parse(text);
        assertThat(outcome.faults()).as(text).hasSize(1);
        return outcome.faults().get(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "function process(record, ctx) { return record; }",
                "const process = (record) => record;",
                "let process = record => { ctx.emit(record) }",
                "var process = function (record, ctx) { return record }",
                "var process = function named(record) { return record }",
                "process = r => r",
                "const make = () => r => r; const process = make();",
                "const { process } = (() => ({ process: r => r }))();",
                "if (true) { var process = r => r }",
                "'use strict';\nfunction process(r) { r.after.total = Number(r.after.total) ** 2; return r }",
                "class Row { #x = 1; static { } has(o) { return #x in o } }\nfunction process(r) { return r }",
                "function process(r) { r.after.a ??= 1_000; r.after.b = r.before?.b ?? null; return r }",
                "function process({ after, ...rest }, ctx) { return { after: { ...after }, ...rest } }",
                "function process(r) { for (const x of [1, 2, 3].toSorted()) ctx.log(`${x}`); return r }",
                "function process(r) { r.after.name = r.after.name.replace(/(?<first>\\w+)/u, '$<first>'); return r }",
                "var gr\u00f6\u00dfe = 1; function process(r) { return r }",
                "#!/usr/bin/env node\nfunction process(r) { return r }",
                "// just a comment\nfunction process(r) { return r }\nfunction helper() {}"
            })
    void aTopLevelProcessIsFoundHoweverItIsWritten(String text) {
        assertThat(parsed(text).hasFilter()).isFalse();
    }

    @Test
    void aFilterIsNoticed() {
        assertThat(parsed("const filter = r => r.op !== 'd'; function process(r) { return r }")
                        .hasFilter())
                .isTrue();
        assertThat(parsed("function filter(r) { return true } function process(r) { return r }")
                        .hasFilter())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        ~~                                             | it is empty
        // nothing                                     | no function of that name
        function proces(r) { return r }                | no function of that name
        (function process(r) { return r })             | no function of that name
        { let process = r => r }                       | no function of that name
        function outer() { function process(r) { } }   | no function of that name
        async function process(r) { return r }         | `process` is async
        const process = async r => r                   | `process` is async
        function* process(r) { yield r }               | `process` is a generator
        const process = 1                              | `process` is not a function
        const process = { }                            | `process` is not a function
        class process { }                              | `process` is not a function
        """)
    void aScriptWithoutACallableProcessIsRefused(String text, String detail) {
        ExpressionFault fault = onlyFault(text);
        assertThat(fault.code()).isEqualTo(ExpressionError.SCRIPT_NO_PROCESS);
        assertThat(fault.detail()).contains(detail);
        assertThat(fault.diagnostic(null).code()).isEqualTo("transform.script-no-process");
        assertThat(fault.diagnostic(null).fix()).contains("function process(record, ctx)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        function process(r) {                        | 1 | 22 | it ends too early              | bracket
        function process(r) { return r }}            | 1 | 33 | `}` does not belong here       | remove it
        function process(r) { let a; let a }         | 1 | 34 | "a" has already been declared  | here
        export function process(r) { return r }      | 1 | 1  | `export` does not belong here  | module
        import x from 'y'; function process(r) { }   | 1 | 1  | `import` does not belong here  | module
        return 1                                     | 1 | 1  | invalid return statement       | here
        function process(r) { await x }              | 1 | 29 | `x` does not belong here       | `;`
        function process(r) { x = 'open }            | 1 | 34 | missing close quote            | here
        function process(r) { return 1 + }           | 1 | 34 | `}` does not belong here       | a value or a name
        const process = r => r; const filter = 1     | 1 | 1  | `filter` is not a function     | another name
        """)
    void aSyntaxFaultPointsAtItsPlace(String text, int line, int column, String detail, String suggestion) {
        ExpressionFault fault = onlyFault(text);
        assertThat(fault.code()).isEqualTo(ExpressionError.SCRIPT_COMPILE_FAILED);
        assertThat(fault.detail()).contains(detail);
        assertThat(fault.suggestion()).contains(suggestion);
        assertThat(List.of(fault.line(), fault.column())).containsExactly(line, column);
        assertThat(fault.diagnostic(null).code()).isEqualTo("transform.script-compile-failed");
    }

    @Test
    void linesAndColumnsAreThoseOfTheText() {
        ExpressionFault fault =
                onlyFault("// \ud83d\ude00\nfunction process(r) {\n  s = '\ud83d\ude00'; r.after. = 1\n}");
        assertThat(List.of(fault.line(), fault.column())).containsExactly(3, 21);
    }

    @Test
    void huntsForDepthEndInAnOutcome() {
        List<String> texts = List.of(
                "x = " + "(".repeat(100_000),
                "x = " + "[".repeat(100_000),
                "x = " + "(".repeat(20_000) + "1" + ")".repeat(20_000),
                "x = " + "(a = ".repeat(3_000) + "1" + ") => 1".repeat(3_000),
                "x = " + "{a:".repeat(30_000),
                "x = " + "!".repeat(100_000) + "1",
                "x = 1" + "+1".repeat(90_000),
                "x = a" + ".b".repeat(90_000),
                "`${".repeat(20_000),
                "function f() {".repeat(10_000),
                "if (a) ".repeat(20_000),
                "x".repeat(300_000));
        for (String text : texts) {
            long start = System.nanoTime();
            ScriptSource.parse(text);
            long millis = (System.nanoTime() - start) / 1_000_000;
            assertThat(millis).as(text.substring(0, 14)).isLessThan(10_000);
        }
    }

    @Test
    void garbageNeverThrows() {
        long seed = 20_260_134;
        Random random = new Random(seed);
        List<String> tokens = List.of(
                "function",
                "process",
                "(",
                ")",
                "{",
                "}",
                "=>",
                "=",
                ";",
                "\n",
                "const",
                "async",
                "await",
                "class",
                "#x",
                "`",
                "${",
                "/",
                "/g",
                "'",
                "\\",
                "\\u{",
                "[",
                "]",
                "...",
                "?.",
                "??=",
                "1n",
                "0x",
                "\u0000",
                "\ud83d",
                "\u2028",
                "yield",
                "*",
                "import",
                "export",
                "new.target",
                "<!--",
                "/*",
                "*/",
                "@",
                "r",
                ",",
                ":",
                "let",
                "for",
                "of",
                "regexp/(/");
        for (int i = 0; i < 5_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(20); j >= 0; j--) {
                text.append(tokens.get(random.nextInt(tokens.size()))).append(random.nextInt(3) == 0 ? "" : " ");
            }
            try {
                assertThat(ScriptSource.parse(text.toString())).isNotNull();
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed " + seed + ": " + text, e);
            }
        }
    }
}
