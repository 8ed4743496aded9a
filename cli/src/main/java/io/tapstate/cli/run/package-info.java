/**
 * Runs one pipeline in the foreground: plans it, keeps its state folder, starts the engine as a child process, relays
 * what it says, starts it again when it dies, stops it cleanly. Start at {@link io.tapstate.cli.run.PipelineRun}.
 */
package io.tapstate.cli.run;
