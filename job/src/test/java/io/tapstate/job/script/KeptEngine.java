package io.tapstate.job.script;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Keeps the engine from one test to the next: building it takes most of a short test's time. */
abstract class KeptEngine {
    @BeforeAll
    static void acquire() {
        SharedEngine.acquire();
    }

    @AfterAll
    static void release() {
        SharedEngine.release();
    }
}
