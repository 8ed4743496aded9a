/**
 * A workspace as the offline verbs see it: found, judged as a whole, listed with who refers to whom. Reads files and
 * nothing else: no database, no network, no running engine. Start at {@link io.tapstate.cli.workspace.WorkspaceFiles}.
 */
package io.tapstate.cli.workspace;
