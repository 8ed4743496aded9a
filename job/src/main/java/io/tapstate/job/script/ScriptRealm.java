package io.tapstate.job.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.EnvironmentAccess;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.ResourceLimits;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;

/**
 * One sandboxed JavaScript context and the functions of ours in it. A script reaches no class, file, network, process,
 * thread, environment variable or other language.
 */
final class ScriptRealm {
    /** Where faults of a script stand. */
    static final String SCRIPT = "script";

    private static final Source PRELUDE =
            Source.newBuilder("js", prelude(), "prelude").internal(true).buildLiteral();

    private final Context context;
    private final Value functions;
    private final Value nothing;
    private final Value object;
    private final Value array;
    private final Value define;
    private final Value exact;
    private final Value date;
    private final Value integer;
    private final Value source;
    private final Value kind;

    private ScriptRealm(Context context) {
        this.context = context;
        this.functions = context.eval(PRELUDE);
        this.nothing = functions.getMember("null");
        this.object = functions.getMember("object");
        this.array = functions.getMember("array");
        this.define = functions.getMember("define");
        this.exact = functions.getMember("exact");
        this.date = functions.getMember("date");
        this.integer = functions.getMember("integer");
        this.source = functions.getMember("source");
        this.kind = functions.getMember("kind");
    }

    static ScriptRealm open(Engine engine, ScriptLimits limits) {
        return new ScriptRealm(Context.newBuilder("js")
                .engine(engine)
                .allowAllAccess(false)
                .allowHostAccess(HostAccess.NONE)
                .allowHostClassLoading(false)
                .allowPolyglotAccess(PolyglotAccess.NONE)
                .allowEnvironmentAccess(EnvironmentAccess.NONE)
                .allowIO(IOAccess.NONE)
                .allowCreateProcess(false)
                .allowCreateThread(false)
                .allowNativeAccess(false)
                .allowValueSharing(false)
                .allowExperimentalOptions(true)
                .option("js.ecmascript-version", "2023")
                .option("js.load", "false")
                .option("js.print", "false")
                .option("js.console", "false")
                .option("js.graal-builtin", "false")
                .option("js.polyglot-builtin", "false")
                .option("js.java-package-globals", "false")
                .option("js.shared-array-buffer", "false")
                .option("js.atomics", "false")
                .option("js.locale", "en-US")
                .option("js.string-length-limit", String.valueOf(limits.textLength()))
                .option("js.max-typed-array-length", String.valueOf(limits.textLength()))
                .timeZone(ZoneOffset.UTC)
                .resourceLimits(ResourceLimits.newBuilder()
                        .statementLimit(limits.statements(), null)
                        .build())
                .build());
    }

    /** Runs the script's top level. */
    void define(String script) {
        context.eval(Source.newBuilder("js", script, SCRIPT).buildLiteral());
    }

    /** What the script calls by that name; JavaScript's null when nothing. */
    Value global(String name) {
        Value member = context.getBindings("js").getMember(name);
        return member == null || member.isNull() ? nothing : member;
    }

    /** One of the prelude's functions. */
    Value function(String name) {
        return functions.getMember(name);
    }

    /** Lets the next call take everything anew. */
    void renewLimits() {
        context.resetLimits();
    }

    /** Ends what runs, too. */
    void close() {
        context.close(true);
    }

    /** JavaScript's null. */
    Value nothing() {
        return nothing;
    }

    Value object() {
        return object.execute();
    }

    Value array() {
        return array.execute();
    }

    void put(Value target, String name, Object value) {
        if (name.equals("__proto__")) {
            define.executeVoid(target, name, value);
        } else {
            target.putMember(name, value);
        }
    }

    Value exact(ExactValue value) {
        return exact.execute(value);
    }

    Value date(double millis) {
        return date.execute(millis);
    }

    /** A BigInt. */
    Value integer(long value) {
        return integer.execute(String.valueOf(value));
    }

    /** {@code array}, {@code exact}, {@code object} for plain ones, or {@code other}. */
    String kind(Value value) {
        return kind.execute(value).asString();
    }

    ExactValue exactOf(Value value) {
        return source.execute(value).asProxyObject();
    }

    private static String prelude() {
        try (InputStream in = ScriptRealm.class.getResourceAsStream("prelude.js")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
