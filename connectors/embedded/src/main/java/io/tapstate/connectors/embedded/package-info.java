/**
 * Starts real database servers and the document store on this machine, for the demo and the tests. Each server owns one
 * folder, listens on 127.0.0.1 only and is stopped by whoever started it. Holds no engine and no schema knowledge.
 * Start at {@link io.tapstate.connectors.embedded.DatabaseServer}; tests start at
 * {@link io.tapstate.connectors.embedded.TestDatabases}.
 */
package io.tapstate.connectors.embedded;
