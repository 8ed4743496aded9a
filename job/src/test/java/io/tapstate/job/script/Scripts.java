package io.tapstate.job.script;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.row.RowWriter;
import io.tapstate.job.nest.Rows;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.bson.BsonDocument;

/** Runs scripts over changes of {@code orders}, which {@code id} identifies. */
final class Scripts {
    static final ScriptOrigin ORDERS = new ScriptOrigin(Rows.ORDERS, List.of("id"));
    static final ScriptOrigin SHIPMENTS = new ScriptOrigin(Rows.SHIPMENTS, List.of("id"));

    private Scripts() {}

    static RowScript open(String script) {
        return open(script, ScriptLimits.DEFAULT);
    }

    static RowScript open(String script, ScriptLimits limits) {
        return RowScript.open("js_1", script, List.of(ORDERS, SHIPMENTS), limits);
    }

    static List<RowChange> run(String script, RowChange change) {
        try (RowScript opened = open(script)) {
            return opened.run(change);
        }
    }

    /** {@code process(record, ctx)} of this body, over an inserted row. */
    static List<RowChange> body(String body, String row) {
        return run(process(body), Rows.insert(Rows.ORDERS, row));
    }

    static String process(String body) {
        return "function process(record, ctx) { " + body + " }";
    }

    /** The row that comes out of a row. */
    static BsonDocument after(String body, BsonDocument row) {
        RowChange change = Rows.change(ChangeKind.INSERT, Rows.ORDERS, null, RowWriter.encode(row));
        return RawRow.decode(run(process(body), change).get(0).after());
    }

    /** The one fault of what must fail. */
    static Diagnostic fault(Runnable failing) {
        TapException thrown = Assertions.catchThrowableOfType(TapException.class, failing::run);
        Assertions.assertThat(thrown).isNotNull();
        Assertions.assertThat(thrown.diagnostics()).hasSize(1);
        return thrown.diagnostics().get(0);
    }
}
