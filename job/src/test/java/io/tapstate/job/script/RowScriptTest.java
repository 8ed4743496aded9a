package io.tapstate.job.script;

import static io.tapstate.job.script.Scripts.body;
import static io.tapstate.job.script.Scripts.fault;
import static io.tapstate.job.script.Scripts.open;
import static io.tapstate.job.script.Scripts.process;
import static io.tapstate.job.script.Scripts.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.job.nest.Rows;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowScriptTest extends KeptEngine {
    private static final RowChange ORDER = Rows.insert(Rows.ORDERS, "{id: 1, name: 'pen', n: 2}");

    @Test
    void theRecordHasSixSlotsAndNullWhereNothingIs() {
        List<RowChange> out = run(
                process("record.after.seen = JSON.stringify(record); return record;"),
                Rows.insert(Rows.ORDERS, "{id: 1}"));
        assertThat(row(out.get(0)).getString("seen").getValue())
                .isEqualTo("{\"op\":\"i\",\"ts\":7,\"src\":\"orders\",\"before\":null,\"after\":{\"id\":1},"
                        + "\"schema\":null}");
    }

    @Test
    void whatIsReturnedGoesOn() {
        RowChange update = Rows.update(Rows.ORDERS, "{id: 1, n: 1}", "{id: 1, n: 2}");
        assertThat(run(process("return record;"), update)).containsExactly(update);
        RowChange delete = Rows.delete(Rows.ORDERS, "{id: 1}");
        assertThat(run(process("return record;"), delete)).containsExactly(delete);
        RowChange read = Rows.read(Rows.ORDERS, "{id: 1}");
        assertThat(run(process("return record;"), read)).containsExactly(read);
        RowChange blind = Rows.update(Rows.ORDERS, null, "{id: 1, n: 2}");
        assertThat(run(process("return record;"), blind)).containsExactly(blind);
    }

    @ParameterizedTest
    @ValueSource(strings = {"return null;", "return undefined;", "return;", ""})
    void nothingReturnedDropsTheRecord(String body) {
        assertThat(run(process(body), ORDER)).isEmpty();
    }

    @Test
    void emittedRecordsGoFirstAsTheyWereWhenEmitted() {
        List<RowChange> out = body(
                "for (const n of [5, 6]) { record.after.n = n; ctx.emit(record); } record.after.n = 7; return record;",
                "{id: 1, n: 2}");
        assertThat(out)
                .extracting(change -> row(change).getInt64("n").getValue())
                .containsExactly(5L, 6L, 7L);
    }

    @Test
    void emittedRecordsGoOnWhenNothingIsReturned() {
        assertThat(body("ctx.emit(record);", "{id: 1}")).hasSize(1);
    }

    @Test
    void theFilterIsAskedFirstAndItsAnswerIsTruthy() {
        String script = "const filter = r => r.after.name; const process = r => r;";
        try (RowScript opened = open(script)) {
            assertThat(opened.run(Rows.insert(Rows.ORDERS, "{id: 1, name: 'a'}")))
                    .hasSize(1);
            assertThat(opened.run(Rows.insert(Rows.ORDERS, "{id: 1, name: ''}")))
                    .isEmpty();
            assertThat(opened.run(Rows.insert(Rows.ORDERS, "{id: 1, name: null}")))
                    .isEmpty();
            assertThat(opened.run(Rows.insert(Rows.ORDERS, "{id: 1}"))).isEmpty();
        }
    }

    @Test
    void aDeleteCanBecomeAnUpdateAndAnUpdateADelete() {
        RowChange kept = run(
                        process("record.op = 'u'; record.after = {...record.before, gone: true}; return record;"),
                        Rows.delete(Rows.ORDERS, "{id: 1}"))
                .get(0);
        assertThat(kept.kind()).isEqualTo(ChangeKind.UPDATE);
        assertThat(row(kept).toJson()).isEqualTo("{\"id\": 1, \"gone\": true}");
        RowChange gone = run(
                        process("record.op = 'd'; return record;"),
                        Rows.update(Rows.ORDERS, "{id: 1}", "{id: 1, n: 2}"))
                .get(0);
        assertThat(gone).isEqualTo(Rows.delete(Rows.ORDERS, "{id: 1}"));
    }

    @Test
    void theKeyIsComputedAnew() {
        RowChange out =
                body("record.after.id += 1000; return record;", "{id: 1}").get(0);
        assertThat(out.key())
                .isEqualTo(KeyEncoding.of(Rows.row("{id: 1001}"), List.of("id")).orElseThrow());
    }

    @Test
    void anUpdateOfTheKeyLeavesAsADeleteAndAnInsert() {
        List<RowChange> out = run(
                process("record.after.id = 9; return record;"), Rows.update(Rows.ORDERS, "{id: 1}", "{id: 1, n: 2}"));
        assertThat(out).containsExactly(Rows.delete(Rows.ORDERS, "{id: 1}"), Rows.insert(Rows.ORDERS, "{id: 9, n: 2}"));
    }

    @Test
    void aRowOfAnotherTableOfTheStepHasThatTablesKey() {
        RowChange out = body("return {op: 'i', src: 'shipments', after: {id: 5}};", "{id: 1}")
                .get(0);
        assertThat(out).isEqualTo(Rows.insert(Rows.SHIPMENTS, "{id: 5}"));
    }

    @Test
    void theTimeOfTheChangeIsReadAndWritten() {
        assertThat(body("record.ts *= 2; return record;", "{id: 1}").get(0).timestamp())
                .isEqualTo(14);
        assertThat(body("delete record.ts; return record;", "{id: 1}").get(0).timestamp())
                .isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "return [record];|it is an Array",
                "return 5;|it is a number",
                "return 'x';|it is a string",
                "return true;|it is a boolean",
                "return () => 1;|it is a Function",
                "return new Map();|it is a Map",
                "return Promise.resolve(record);|it is a Promise",
                "return Symbol('x');|it is a symbol",
                "return {};|`op` is none of `r`, `i`, `u` and `d`",
                "record.op = 'x'; return record;|`op` is none of `r`, `i`, `u` and `d`",
                "record.op = 'ddl'; return record;|`op` is `ddl`, which a change of a row cannot become",
                "record.after = []; return record;|`after` is an Array, not an object or null",
                "record.before = 5; return record;|`before` is a number, not an object or null",
                "record.schema = 'x'; return record;|`schema` is a string, not an object or null",
                "record.after = null; return record;|`op` is `i`, and `after` is null",
                "record.op = 'd'; return record;|`op` is `d`, and `before` is null",
                "record.op = 'u'; delete record.after; return record;|`op` is `u`, and `after` is null",
                "record.ts = 1.5; return record;|`ts` is no whole number of milliseconds",
                "record.src = 5; return record;|`src` is no text",
                "record.src = 'others'; return record;|`src` is `others`, and the step reads orders, shipments",
                "delete record.after.id; return record;|`after` has no value in id, which identifies rows of `orders`",
                "record.after.id = null; return record;|`after` has no value in id, which identifies rows of `orders`",
                "record.after.id = {}; return record;|"
                        + "`after` has an object or an array in id, which identifies rows of `orders`",
                "record.after.a = () => 1; return record;|`after.a` is a function",
                "record.after.a = {b: [1, Symbol('x')]}; return record;|`after.a.b[1]` is a symbol",
                "record.after.a = new Map(); return record;|`after.a` is a Map",
                "record.after.a = /x/; return record;|`after.a` is a RegExp",
                "record.after.a = new (class Foo {})(); return record;|`after.a` is a Foo",
                "record.after.a = new Date(NaN); return record;|`after.a` is an invalid Date",
                "record.after.a = new Uint8Array(2); return record;|`after.a` is a Uint8Array",
                "record.after.a = 10n ** 40n + 1n; return record;|`after.a` is a BigInt of more than 34 digits",
                "record.after.a = record.after; return record;|`after` nests deeper than 100, or holds itself",
                "record.after['a\\0b'] = 1; return record;|`after` has a member with a zero character in its name",
                "record.after.a = ctx; return record;|`after.a.emit` is a function",
            })
    void whatIsNoRecordIsRefused(String body, String detail) {
        Diagnostic fault = fault(() -> body(body, "{id: 1}"));
        assertThat(fault.code()).isEqualTo("transform.script-output-invalid");
        assertThat(fault.parameters()).containsEntry("detail", detail);
    }

    @Test
    void aBadRecordFailsTheCallEvenIfTheScriptCatchesTheError() {
        Diagnostic fault = fault(() -> body("try { ctx.emit(5); } catch (e) {} return record;", "{id: 1}"));
        assertThat(fault.code()).isEqualTo("transform.script-output-invalid");
        assertThat(fault.parameters()).containsEntry("detail", "it is a number");
    }

    @Test
    void whatItThrowsIsToldWithItsLine() {
        Diagnostic fault = fault(() -> run("function process(r) {\n  return r.before.id;\n}", ORDER));
        assertThat(fault.code()).isEqualTo("transform.script-failed");
        assertThat(fault.parameters()).containsEntry("detail", "line 2: TypeError: Cannot read property 'id' of null");
    }

    @Test
    void itsMessageIsCutToOneShortLine() {
        Diagnostic fault =
                fault(() -> body("throw new Error('a'.repeat(300) + '\\n' + record.after.name);", "{id: 1}"));
        assertThat(fault.parameters().get("detail"))
                .hasSize(203)
                .startsWith("line 1: Error: aaa")
                .endsWith("a...");
        assertThat(fault(() -> body("throw 'first\\nsecond';", "{id: 1}")).parameters())
                .containsEntry("detail", "line 1: first");
    }

    @Test
    void aScriptThatFailedRunsOn() {
        try (RowScript opened = open(process("if (record.after.n === 1) throw 'x'; return record;"))) {
            RowChange bad = Rows.insert(Rows.ORDERS, "{id: 1, n: 1}");
            assertThat(fault(() -> opened.run(bad)).code()).isEqualTo("transform.script-failed");
            assertThat(opened.run(ORDER)).containsExactly(ORDER);
        }
    }

    @Test
    void whatDoesNotCompileIsRefusedWhenItIsOpened() {
        Diagnostic fault =
                fault(() -> open("function process(r) { return /(/; }").close());
        assertThat(fault.code()).isEqualTo("transform.script-compile-failed");
        assertThat(fault.parameters().get("detail")).contains("Unterminated group");
    }

    @Test
    void aSyntaxErrorOfTextThatItEvaluatesIsItsOwn() {
        assertThat(fault(() -> body("eval('(');", "{id: 1}")).code()).isEqualTo("transform.script-failed");
        assertThat(fault(() -> body("new RegExp('(');", "{id: 1}")).code()).isEqualTo("transform.script-failed");
    }

    @Test
    void aScriptWhoseTopLevelThrowsHasFailed() {
        Diagnostic fault = fault(() -> open("throw new Error('no');").close());
        assertThat(fault.code()).isEqualTo("transform.script-failed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "var process = 5;", "if (false) { var process = () => 1; }"})
    void aScriptWithoutProcessIsRefusedWhenItIsOpened(String script) {
        assertThat(fault(() -> open(script).close()).code()).isEqualTo("transform.script-no-process");
    }

    @Test
    void logLinesAreShortAndCannotLookLikeOthers() {
        assertThat(ScriptLog.line("a\nb\u0007")).isEqualTo("a b ");
        assertThat(ScriptLog.line("x".repeat(9_000))).hasSize(ScriptLog.LONGEST + 3);
        assertThat(body("ctx.log('a', 1, null, record.after, Symbol('x')); return record;", "{id: 1}"))
                .hasSize(1);
    }

    private static BsonDocument row(RowChange change) {
        return RawRow.decode(change.after());
    }
}
