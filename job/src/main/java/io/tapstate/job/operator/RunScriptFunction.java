package io.tapstate.job.operator;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.runtime.FinalFaults;
import io.tapstate.job.script.RowScript;
import io.tapstate.job.script.ScriptLimits;
import io.tapstate.job.script.ScriptOrigin;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.util.Collector;

/** Hands each change to the script of one step. No state; each instance has a context of its own. */
public final class RunScriptFunction extends RichFlatMapFunction<RowChange, RowChange> {
    private static final long serialVersionUID = 1L;

    private final String step;
    private final String text;
    private final ArrayList<ScriptOrigin> origins;
    private transient RowScript script;

    /**
     * @param step the step's id, for log lines
     * @param text the script
     */
    public RunScriptFunction(String step, String text, List<ScriptOrigin> origins) {
        this.step = step;
        this.text = text;
        this.origins = new ArrayList<>(origins);
    }

    @Override
    public void open(OpenContext context) {
        try {
            script = RowScript.open(step, text, origins, ScriptLimits.DEFAULT);
        } catch (TapException e) {
            throw FinalFaults.mark(e);
        }
    }

    @Override
    public void flatMap(RowChange change, Collector<RowChange> out) {
        try {
            script.run(change).forEach(out::collect);
        } catch (TapException e) {
            throw FinalFaults.mark(e);
        }
    }

    @Override
    public void close() {
        if (script != null) {
            script.close();
            script = null;
        }
    }
}
