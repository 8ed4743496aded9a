/**
 * The codes of the command line's own faults, and what exit statuses mean. Depends on nothing of the command line.
 * Start at {@link io.tapstate.cli.error.CliError}.
 */
package io.tapstate.cli.error;
