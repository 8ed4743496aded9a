/**
 * The local engine: one pipeline on a Flink inside one process, started by the command line as a child. Speaks JSON lines
 * on standard output, stops when its standard input ends, and keeps its state in one directory. Start at
 * {@link io.tapstate.job.local.LocalEngine}.
 */
package io.tapstate.job.local;
