package io.tapstate.job.script;

import java.io.OutputStream;
import org.graalvm.polyglot.Engine;

/** One engine for all scripts of a class loader, so that each script is parsed once; freed with its last user. */
final class SharedEngine {
    private static Engine engine;
    private static int users;

    private SharedEngine() {}

    /** To be given back by {@link #release}. */
    static synchronized void acquire() {
        if (engine == null) {
            engine = Engine.newBuilder("js")
                    // A plain JDK has no compiler for it; docs/expressions.md says what that costs.
                    .option("engine.WarnInterpreterOnly", "false")
                    .out(OutputStream.nullOutputStream())
                    .err(OutputStream.nullOutputStream())
                    .build();
        }
        users++;
    }

    /** Of an acquired one. */
    static synchronized Engine current() {
        return engine;
    }

    static synchronized void release() {
        users--;
        if (users == 0) {
            engine.close();
            engine = null;
        }
    }
}
