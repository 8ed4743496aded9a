package io.tapstate.planner.corpus;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.TapPlanner;
import io.tapstate.planner.dsl.CanonicalForm;
import io.tapstate.planner.dsl.TapFile;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.JobPlanCodec;
import io.tapstate.planner.plan.PlanOutcome;
import io.tapstate.planner.plan.PlanRenderer;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Plans and judges broken workspaces: {@code main(seed, count)}. Prints what went wrong, shrunk, and exits with 1; a
 * summary otherwise.
 */
final class MutationRun {
    /** Of computing: a busy machine is not the planner's fault. */
    private static final long MOST_MILLIS = 2_000;

    private static final long PATIENCE_MILLIS = 30_000;
    private static final long SHRINKING_MILLIS = 10_000;
    private static final int MOST_FAILURES = 5;
    private static final int LANES = 2;

    /** @param worker runs the planner, so that one can stop waiting for it */
    private record Broken(CorpusCase valid, String file, ExecutorService worker) {
        CorpusCase with(String text) {
            TreeMap<String, String> files = new TreeMap<>(valid.files());
            files.put(file, text);
            return valid.with(files);
        }
    }

    private final List<CorpusCase> corpus = CorpusCase.valid();
    private final List<String> texts =
            corpus.stream().flatMap(valid -> valid.files().values().stream()).toList();
    private final AtomicLong slowestMillis = new AtomicLong();
    private final AtomicInteger planned = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();

    private MutationRun() {}

    public static void main(String[] arguments) throws InterruptedException {
        long seed = Long.parseLong(arguments[0]);
        int count = Integer.parseInt(arguments[1]);
        MutationRun run = new MutationRun();
        run.corpus.forEach(valid -> run.outcome(valid, valid.files().firstKey()));
        run.all(seed, count);
        System.out.printf(
                "seed %d: %d mutations, %d of them planned, %d failures, slowest %d ms%n",
                seed, count, run.planned.get(), run.failures.get(), run.slowestMillis.get());
        // What still runs behind a deadline must not keep the process.
        Runtime.getRuntime().halt(run.failures.get() == 0 ? 0 : 1);
    }

    private void all(long seed, int count) throws InterruptedException {
        List<Thread> lanes = new ArrayList<>();
        for (int lane = 0; lane < LANES; lane++) {
            int first = lane;
            lanes.add(new Thread(() -> lane(seed, first, count), "lane " + lane));
        }
        lanes.forEach(Thread::start);
        for (Thread lane : lanes) {
            lane.join();
        }
    }

    private void lane(long seed, int first, int count) {
        ExecutorService worker = Executors.newSingleThreadExecutor(work -> {
            Thread thread = new Thread(work, Thread.currentThread().getName() + " at work");
            thread.setDaemon(true);
            return thread;
        });
        for (int i = first; i < count && failures.get() < MOST_FAILURES; i += LANES) {
            Random random = new Random(seed + i);
            CorpusCase valid = corpus.get(random.nextInt(corpus.size()));
            String file = new ArrayList<>(valid.files().keySet())
                    .get(random.nextInt(valid.files().size()));
            String text =
                    new Mutator(random.nextLong(), texts).mutated(valid.files().get(file));
            Broken broken = new Broken(valid, file, worker);
            Optional<String> failure = failure(broken, text);
            if (failure.isPresent()) {
                failures.incrementAndGet();
                String small = shrunk(broken, text, failure.get());
                System.out.printf(
                        "seed %d, mutation %d: %s, %s: %s%n%s%n----%n",
                        seed, i, valid.name(), file, failure.get(), shown(small));
            }
        }
    }

    /** What is wrong with the outcome; empty when it is a plan or coded diagnostics, in time. */
    private Optional<String> failure(Broken broken, String text) {
        try {
            long millis = broken.worker()
                    .submit(() -> outcome(broken.with(text), broken.file()))
                    .get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            slowestMillis.accumulateAndGet(millis, Math::max);
            return millis <= MOST_MILLIS ? Optional.empty() : Optional.of("slow: " + millis + " ms");
        } catch (TimeoutException e) {
            System.out.println("no outcome after " + PATIENCE_MILLIS + " ms: "
                    + broken.valid().name() + ", " + broken.file() + "\n" + shown(text));
            Runtime.getRuntime().halt(2);
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            StackTraceElement[] stack = cause.getStackTrace();
            String where = stack.length == 0 ? "" : " at " + stack[0];
            return Optional.of(cause.getClass().getName() + ": " + cause.getMessage() + where + own(stack));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** How long it took to plan, to judge and to write canonically, whichever took longest. */
    private long outcome(CorpusCase broken, String file) {
        long longest = 0;
        for (Runnable task : List.<Runnable>of(
                () -> plan(broken),
                () -> validate(broken),
                () -> canonical(new TapFile(file, broken.files().get(file))))) {
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            try {
                task.run();
            } catch (TapException e) {
                judge(e);
            }
            long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
            longest = Math.max(longest, nanos / 1_000_000);
        }
        return longest;
    }

    private void plan(CorpusCase broken) {
        PlanOutcome outcome = broken.plan();
        JobPlan plan = outcome.plan();
        byte[] json = JobPlanCodec.write(plan);
        if (!JobPlanCodec.read(json).equals(plan)) {
            throw new IllegalStateException("the plan reads back as another");
        }
        PlanRenderer.text(outcome);
        planned.incrementAndGet();
    }

    private static void validate(CorpusCase broken) {
        TapPlanner.validate(broken.workspace());
    }

    private static void canonical(TapFile file) {
        String canonical = CanonicalForm.of(file);
        if (!CanonicalForm.of(new TapFile(file.path(), canonical)).equals(canonical)) {
            throw new IllegalStateException("the canonical text is not its own canonical text");
        }
        CanonicalForm.of(new TapFile(file.path(), CanonicalForm.withComments(file)));
    }

    private static void judge(TapException refusal) {
        if (refusal.diagnostics().isEmpty()) {
            throw new IllegalStateException("refused without a diagnostic");
        }
        for (Diagnostic fault : refusal.diagnostics()) {
            if (!fault.code().matches("[a-z]+\\.[a-z-]+")
                    || fault.message().isBlank()
                    || fault.fix().isBlank()) {
                throw new IllegalStateException("not a whole diagnostic: " + FaultText.of(List.of(fault)));
            }
        }
        FaultText.of(refusal.diagnostics());
    }

    /** A smaller text with the same failure: lines first, then characters, as long as there is time. */
    private String shrunk(Broken broken, String text, String failure) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SHRINKING_MILLIS);
        String kind = failure.substring(0, failure.indexOf(':'));
        String small = text;
        for (int piece = Math.max(1, small.length() / 2); piece >= 1; piece /= 2) {
            int at = 0;
            while (at < small.length() && System.nanoTime() < deadline) {
                String candidate = small.substring(0, at) + small.substring(Math.min(small.length(), at + piece));
                boolean same = failure(broken, candidate)
                        .filter(other -> other.startsWith(kind + ":"))
                        .isPresent();
                small = same ? candidate : small;
                at += same ? 0 : piece;
            }
        }
        return small;
    }

    private static String own(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .filter(element -> element.getClassName().startsWith("io.tapstate"))
                .findFirst()
                .map(element -> ", in " + element)
                .orElse("");
    }

    private static String shown(String text) {
        return text.length() <= 2_000 ? text : text.substring(0, 2_000) + "... (" + text.length() + " characters)";
    }
}
