package io.tapstate.job.script;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import java.util.ArrayList;
import java.util.List;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/**
 * One script over the changes that are handed to it, one after another, by one thread at a time.
 *
 * <p>Faults are {@link TapException}s: {@code transform.script-compile-failed} and {@code transform.script-no-process} when
 * it is opened, {@code transform.script-failed}, {@code transform.script-output-invalid} and {@code
 * transform.script-limit-exceeded} whenever it runs. A call that ends with one gives no output. After an exceeded limit the
 * next call begins with the script as it was opened.
 */
public final class RowScript implements AutoCloseable {
    private final String script;
    private final List<ScriptOrigin> origins;
    private final ScriptLimits limits;
    private final ScriptLog log;
    private final ScriptWatchdog.Guard guard;
    private final List<RowChange> results = new ArrayList<>();
    private ScriptRealm realm;
    private RecordReader reader;
    private Value call;
    private Value process;
    private Value filter;
    private Value context;
    private ScriptInput input;
    private TapException emitFault;

    private RowScript(String step, String script, List<ScriptOrigin> origins, ScriptLimits limits) {
        this.script = script;
        this.origins = origins;
        this.limits = limits;
        this.log = new ScriptLog(step);
        this.guard = ScriptWatchdog.open(step, limits);
    }

    /**
     * Compiles a script and runs its top level.
     *
     * @param step what its log lines begin with
     * @param script JavaScript that defines {@code process(record, ctx)}, and may define {@code filter(record)}
     * @param origins the tables whose rows it may hand out
     */
    public static RowScript open(String step, String script, List<ScriptOrigin> origins, ScriptLimits limits) {
        RowScript opened = new RowScript(step, script, origins, limits);
        SharedEngine.acquire();
        try {
            opened.start();
            return opened;
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** What the script makes of a change: what it emitted in that order, then what it returned. */
    public List<RowChange> run(RowChange change) {
        results.clear();
        emitFault = null;
        if (realm == null) {
            start();
        }
        guarded(() -> {
            realm.renewLimits();
            input = new ScriptInput(realm, change);
            Value returned = call.execute(process, filter, input.record(), context);
            if (emitFault == null && !returned.isNull()) {
                reader.read(returned, input, results::add);
            }
        });
        return List.copyOf(results);
    }

    @Override
    public void close() {
        if (realm != null) {
            realm.close();
        }
        guard.close();
        SharedEngine.release();
    }

    private void start() {
        realm = ScriptRealm.open(SharedEngine.current(), limits);
        guarded(() -> realm.define(script));
        reader = new RecordReader(realm, origins);
        call = realm.function("call");
        process = realm.global("process");
        filter = realm.global("filter");
        if (!process.canExecute()) {
            throw ScriptFaults.noProcess();
        }
        if (!filter.isNull() && !filter.canExecute()) {
            filter = realm.nothing();
        }
        ProxyExecutable emit = arguments -> emit(arguments[0]);
        ProxyExecutable write = arguments -> {
            log.write(arguments[0].asString());
            return null;
        };
        context = realm.function("context").execute(emit, write);
    }

    private Object emit(Value record) {
        try {
            reader.read(record, input, results::add);
            return null;
        } catch (TapException e) {
            // The script could catch it; the call fails all the same.
            emitFault = emitFault == null ? e : emitFault;
            throw e;
        }
    }

    private void guarded(Runnable work) {
        ScriptRealm guarded = realm;
        guard.begin(guarded::close);
        RuntimeException fault = null;
        String limit;
        try {
            work.run();
        } catch (RuntimeException e) {
            fault = e;
        } catch (StackOverflowError e) {
            fault = ScriptFaults.tooDeep();
        } finally {
            limit = guard.end();
        }
        if (limit != null) {
            // Stopping may have interrupted this thread.
            Thread.interrupted();
            discard();
            throw TapException.of(ScriptError.LIMIT_EXCEEDED, "limit", limit);
        }
        if (emitFault != null) {
            throw emitFault;
        }
        if (fault instanceof PolyglotException thrown) {
            if (thrown.isCancelled() || thrown.isResourceExhausted()) {
                discard();
            }
            throw ScriptFaults.of(thrown, limits);
        }
        if (fault != null) {
            throw fault;
        }
    }

    private void discard() {
        realm.close();
        realm = null;
    }
}
