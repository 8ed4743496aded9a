/**
 * Reads the tables of sources from their databases and records them beside the workspace. The only writer of recorded
 * schemas. Start at {@link io.tapstate.cli.discovery.Discovery}.
 */
package io.tapstate.cli.discovery;
