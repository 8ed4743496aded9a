/**
 * Runs the benchmarks that stand beside what they measure. No test, and no part of a build without the profile {@code
 * bench}. Start with {@code MicroBench}; docs/benchmarks.md has commands and figures.
 */
package io.tapstate.job.bench;
