/**
 * Turns a plan into a running Flink job: {@link io.tapstate.job.TapJobMain} is what {@code flink run} and a REST upload
 * call. Reads secrets from the environment only, and refuses settings under which the job would run but be wrong
 * ({@link io.tapstate.job.JobPreflight}). Operators and nest logic live in the packages below; it knows no command line.
 */
package io.tapstate.job;
