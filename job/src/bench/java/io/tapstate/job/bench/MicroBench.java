package io.tapstate.job.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.job.nest.AssemblyBenchmark;
import io.tapstate.job.nest.RoutingBenchmark;
import io.tapstate.job.operator.OperatorBenchmark;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs the micro benchmarks and prints medians, the fastest iteration, which other work on the machine disturbs least, and
 * allocated bytes, which it does not disturb at all; each also as a ratio to copying the same bytes.
 */
class MicroBench {
    /** What is measured: a regular expression over {@code Class.method}; all when absent. */
    private static final String ONLY = System.getProperty("benchmarks", "");

    @Test
    void measure() throws Exception {
        OptionsBuilder options = new OptionsBuilder();
        for (Class<?> benchmark :
                new Class<?>[] {AssemblyBenchmark.class, OperatorBenchmark.class, RoutingBenchmark.class}) {
            options.include(ONLY.isEmpty() ? benchmark.getSimpleName() : benchmark.getSimpleName() + ".*" + ONLY);
        }
        // What the others are measured against.
        options.include("Benchmark.copy");
        options.forks(1)
                .warmupIterations(3)
                .warmupTime(TimeValue.milliseconds(500))
                .measurementIterations(7)
                .measurementTime(TimeValue.milliseconds(300))
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true);
        Collection<RunResult> results = new Runner(options.build()).run();
        assertThat(results).isNotEmpty();
        print(results);
    }

    private static void print(Collection<RunResult> results) {
        Map<String, RunResult> copies = new HashMap<>();
        for (RunResult result : results) {
            if (name(result).startsWith("copy")) {
                copies.put(parameters(result), result);
            }
        }
        System.out.println("| benchmark | shape | rows | median, us | x copy | fastest, us | x copy | KiB | x copy |");
        System.out.println("|---|---|--:|--:|--:|--:|--:|--:|--:|");
        for (RunResult result : results) {
            RunResult copy = copies.get(parameters(result));
            System.out.printf(
                    "| %s | %s | %s | %s | %s | %s |%n",
                    name(result),
                    parameter(result, "shape"),
                    parameter(result, "size"),
                    ratio(median(result), median(copy)),
                    ratio(fastest(result), fastest(copy)),
                    ratio(allocated(result), allocated(copy)));
        }
    }

    private static String ratio(double value, double copy) {
        return String.format(Locale.ROOT, "%.2f | %.1f", value, value / copy);
    }

    private static double fastest(RunResult result) {
        return result.getPrimaryResult().getStatistics().getMin();
    }

    /** Per operation, in KiB. */
    private static double allocated(RunResult result) {
        return result.getSecondaryResults().entrySet().stream()
                        .filter(entry -> entry.getKey().endsWith("gc.alloc.rate.norm"))
                        .mapToDouble(entry -> entry.getValue().getScore())
                        .sum()
                / 1_024;
    }

    private static double median(RunResult result) {
        return result.getPrimaryResult().getStatistics().getPercentile(50);
    }

    private static String name(RunResult result) {
        String whole = result.getParams().getBenchmark();
        return whole.substring(whole.lastIndexOf('.') + 1);
    }

    private static String parameters(RunResult result) {
        return parameter(result, "shape") + "/" + parameter(result, "size");
    }

    private static String parameter(RunResult result, String name) {
        String value = result.getParams().getParam(name);
        return value == null ? "" : value;
    }
}
