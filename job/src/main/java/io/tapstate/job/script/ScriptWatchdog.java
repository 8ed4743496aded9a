package io.tapstate.job.script;

import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops calls that take too long or too much memory: one daemon thread, which lives while a script is open and looks every
 * few milliseconds. Memory is what the calling thread has allocated; without HotSpot's count of it that limit is not kept.
 */
final class ScriptWatchdog {
    private static final Logger LOG = LoggerFactory.getLogger(ScriptWatchdog.class);
    private static final long PERIOD_MILLIS = 10;
    private static final long PATIENCE_NANOS = 10_000_000_000L;
    private static final com.sun.management.ThreadMXBean THREADS = allocations();
    private static final Set<Guard> GUARDS = new HashSet<>();
    private static Thread watcher;

    private ScriptWatchdog() {}

    /** To be closed when no call follows. */
    static Guard open(String step, ScriptLimits limits) {
        Guard guard = new Guard(step, limits);
        synchronized (GUARDS) {
            GUARDS.add(guard);
            if (watcher == null) {
                watcher = new Thread(ScriptWatchdog::watch, "tapstate-script-watchdog");
                watcher.setDaemon(true);
                watcher.start();
            }
        }
        return guard;
    }

    private static void watch() {
        while (true) {
            List<Guard> guards;
            synchronized (GUARDS) {
                if (GUARDS.isEmpty()) {
                    watcher = null;
                    return;
                }
                try {
                    GUARDS.wait(PERIOD_MILLIS);
                } catch (InterruptedException e) {
                    // Nobody but us knows this thread; scripts must not stay unwatched.
                    continue;
                }
                guards = List.copyOf(GUARDS);
            }
            guards.forEach(Guard::look);
        }
    }

    private static com.sun.management.ThreadMXBean allocations() {
        return ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean threads
                        && threads.isThreadAllocatedMemorySupported()
                        && threads.isThreadAllocatedMemoryEnabled()
                ? threads
                : null;
    }

    private static long allocatedBy(long thread) {
        return THREADS == null ? 0 : THREADS.getThreadAllocatedBytes(thread);
    }

    /** Watches the calls of one script, which follow one another. */
    static final class Guard implements AutoCloseable {
        private final String step;
        private final ScriptLimits limits;
        private volatile Call call;
        private Call toldOf;

        private Guard(String step, ScriptLimits limits) {
            this.step = step;
            this.limits = limits;
        }

        /** @param stop ends the call from another thread, and may take its time */
        void begin(Runnable stop) {
            long thread = Thread.currentThread().getId();
            call = new Call(thread, System.nanoTime(), allocatedBy(thread), stop, new AtomicReference<>(""));
        }

        /** The limit for which the call was stopped; null when it was not. */
        String end() {
            Call ended = call;
            call = null;
            return ended.verdict.compareAndSet("", "within limits") ? null : ended.verdict.get();
        }

        private void look() {
            Call watched = call;
            if (watched == null) {
                return;
            }
            long taken = System.nanoTime() - watched.start;
            if (taken > limits.time().toNanos()) {
                watched.stop(limits.time().toMillis() + " ms");
                if (taken > limits.time().toNanos() + PATIENCE_NANOS && toldOf != watched) {
                    toldOf = watched;
                    LOG.warn("{}: the script is past its limits in something that cannot be interrupted", step);
                }
            } else if (allocatedBy(watched.thread) - watched.allocated > limits.allocatedBytes()) {
                watched.stop(limits.allocatedBytes() / (1 << 20) + " MiB of memory");
            }
        }

        @Override
        public void close() {
            synchronized (GUARDS) {
                GUARDS.remove(this);
                GUARDS.notifyAll();
            }
        }
    }

    private record Call(long thread, long start, long allocated, Runnable stop, AtomicReference<String> verdict) {
        void stop(String limit) {
            if (verdict.compareAndSet("", limit)) {
                // Waits for the script to notice; other scripts need watching meanwhile.
                Thread stopper = new Thread(stop, "tapstate-script-stop");
                stopper.setDaemon(true);
                stopper.start();
            }
        }
    }
}
