package io.tapstate.job.script;

import static io.tapstate.job.script.Scripts.fault;
import static io.tapstate.job.script.Scripts.open;
import static io.tapstate.job.script.Scripts.process;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.job.nest.Rows;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts that mean harm, or never end. */
@Timeout(120)
class ScriptLimitsTest extends KeptEngine {
    private static final RowChange ORDER = Rows.insert(Rows.ORDERS, "{id: 1}");
    private static final long MANY = Long.MAX_VALUE;
    private static final Duration LONG = Duration.ofMinutes(5);

    private static final ScriptLimits FEW_STATEMENTS = new ScriptLimits(10_000, LONG, MANY, 1 << 20);
    private static final ScriptLimits SHORT = new ScriptLimits(MANY, Duration.ofMillis(300), MANY, 1 << 20);
    private static final ScriptLimits LITTLE_MEMORY = new ScriptLimits(MANY, LONG, 32 << 20, 1 << 20);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "for (;;) {}",
                "while (true) { try { for (;;) {} } catch (e) {} finally { continue; } }",
                "const f = () => f2(), f2 = () => 1; for (;;) f();",
                "eval('for (;;) ;');",
                "new Function('for (;;) ;')();",
                "Promise.resolve().then(() => { for (;;) {} });",
                "record.after = {get x() { for (;;) {} }}; return record;",
                "record.after = new Proxy({}, {ownKeys() { for (;;) {} }}); return record;",
            })
    void aLoopWithoutEndStopsAtTheStatements(String body) {
        assertExceeds(body, FEW_STATEMENTS, "10000 statements");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "for (;;) {}",
                "/^(?=(a+)+$)(.*)\\1x/.test('a'.repeat(32) + 'b');",
                "/^(a|aa)+\\2?(?<=b)\\1$/.test('a'.repeat(45) + 'b');",
                "Array.from({length: 2 ** 31}, () => 1);",
                "for (;;) [...Array(1e4).keys()].sort((a, b) => a % 7 - b % 5);",
            })
    void whatTakesTooLongIsStopped(String body) {
        assertExceeds(body, SHORT, "300 ms");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "const all = []; for (;;) all.push({});",
                "let all = 'x'; for (;;) all = (all + all).slice(1);",
                "const all = []; for (;;) all.push('x'.repeat(1000).split(''));",
                "for (;;) ctx.emit(record);",
                "new Array(2 ** 32 - 1).fill(0);",
                "[...Array(3e7).keys()];",
            })
    void whatTakesTooMuchMemoryIsStopped(String body) {
        assertExceeds(body, LITTLE_MEMORY, "32 MiB of memory");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "const f = () => f() + 1; f();",
                "const f = n => [1].map(() => f(n + 1)); f(0);",
                "const a = {toString: () => a + ''}; a + '';",
            })
    void aRecursionWithoutEndIsStopped(String body) {
        assertExceeds(body, ScriptLimits.DEFAULT, "the stack's depth of calls");
    }

    @Test
    void aTextThatIsTooLongIsStopped() {
        assertExceeds("'x'.repeat(2 ** 29);", ScriptLimits.DEFAULT, "16777216 characters in one text");
        assertExceeds("let s = 'x'; for (;;) s += s;", ScriptLimits.DEFAULT, "16777216 characters in one text");
        assertExceeds("new ArrayBuffer(1e9);", ScriptLimits.DEFAULT, "16777216 elements in one buffer");
        assertThat(fault(() -> run("new Float64Array(1e9);", ScriptLimits.DEFAULT))
                        .parameters())
                .containsEntry("detail", "line 1: RangeError: Invalid typed array length: 1000000000");
    }

    @Test
    void aRowLargerThanTheStoreTakesIsRefused() {
        Diagnostic fault = fault(() -> run(
                "for (let i = 0; i < 3; i++) record.after['c' + i] = 'x'.repeat(6e6); return record;",
                ScriptLimits.DEFAULT));
        assertThat(fault.code()).isEqualTo("transform.script-output-invalid");
        assertThat(fault.parameters()).containsEntry("detail", "`after` is larger than 16777216 bytes");
    }

    @Test
    void theTopLevelIsLimitedToo() {
        Diagnostic fault = fault(() -> open("for (;;) {}", FEW_STATEMENTS).close());
        assertThat(fault.code()).isEqualTo("transform.script-limit-exceeded");
    }

    @Test
    void eachCallMayTakeEverythingAnew() {
        try (RowScript script = open(process("for (let i = 0; i < 3000; i++) {} return record;"), FEW_STATEMENTS)) {
            for (int i = 0; i < 50; i++) {
                assertThat(script.run(ORDER)).hasSize(1);
            }
        }
    }

    @Test
    void afterAnExceededLimitTheScriptBeginsAnew() {
        String body = "n++; if (record.after.id === 1) for (;;) {} record.after.n = n; return record;";
        try (RowScript script = open("let n = 0; " + process(body), FEW_STATEMENTS)) {
            for (int i = 0; i < 2; i++) {
                assertThat(fault(() -> script.run(ORDER)).code()).isEqualTo("transform.script-limit-exceeded");
                assertThat(script.run(Rows.insert(Rows.ORDERS, "{id: 2}")))
                        .containsExactly(Rows.insert(Rows.ORDERS, "{id: 2, n: 1}"));
            }
        }
    }

    @Test
    void oneStoppedScriptLeavesAnotherAlone() {
        try (RowScript other = open(process("return record;"))) {
            assertExceeds("for (;;) {}", SHORT, "300 ms");
            assertThat(other.run(ORDER)).containsExactly(ORDER);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Java.type('java.lang.System')",
                "Packages.java.lang.System",
                "java.lang.System.exit(1)",
                "Polyglot.eval('js', '1')",
                "Polyglot.import('x')",
                "Graal.versionGraalVM",
                "load('/etc/passwd')",
                "loadWithNewGlobal('/etc/passwd')",
                "require('fs')",
                "process.env.HOME.length",
                "new Worker('x')",
                "Atomics.wait",
                "new SharedArrayBuffer(1)",
                "WebAssembly.compile",
                "print('x')",
                "console.log('x')",
                "quit()",
                "setTimeout(() => 1, 1)",
                "fetch('http://localhost')",
                "new XMLHttpRequest()",
                "ctx.emit.constructor('return Java')()",
                "eval('Java')",
                "ctx.emit.getClass()",
                "ctx.class.forName('java.lang.System')",
                "record.getClass()",
                "Object.getPrototypeOf(record.after.price).constructor.source(1)",
            })
    void aScriptReachesNothingOutside(String expression) {
        Diagnostic fault = fault(() -> run("return " + expression + " && null;", ScriptLimits.DEFAULT));
        assertThat(fault.code()).isEqualTo("transform.script-failed");
        assertThat(fault.parameters().get("detail")).containsPattern("ReferenceError|TypeError");
    }

    @Test
    void anImportFails() {
        String script = "let told; import('fs').then(() => told = 'in', e => told = 'out'); "
                + process("record.after.told = told; return record;");
        try (RowScript opened = open(script)) {
            assertThat(opened.run(ORDER)).containsExactly(Rows.insert(Rows.ORDERS, "{id: 1, told: 'out'}"));
        }
        assertThat(fault(() -> open("import fs from 'fs'; " + process("")).close())
                        .code())
                .isEqualTo("transform.script-compile-failed");
    }

    @Test
    void evalSeesWhatTheScriptSees() {
        assertThat(run("record.after.n = eval('1 + record.after.id'); return record;", ScriptLimits.DEFAULT))
                .containsExactly(Rows.insert(Rows.ORDERS, "{id: 1, n: 2}"));
    }

    private static void assertExceeds(String body, ScriptLimits limits, String limit) {
        Diagnostic fault = fault(() -> run(body, limits));
        assertThat(fault.toString()).startsWith("transform.script-limit-exceeded: ");
        assertThat(fault.parameters()).containsEntry("limit", limit);
    }

    private static List<RowChange> run(String body, ScriptLimits limits) {
        try (RowScript script = open(process(body), limits)) {
            return script.run(ORDER);
        }
    }
}
