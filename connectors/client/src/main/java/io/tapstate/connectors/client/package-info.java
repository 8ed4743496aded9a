/**
 * Talks to live databases and stores without any engine: reads schemas and judges servers over JDBC, runs single SQL
 * statements, finds and watches documents. Imports no database driver by name; JDBC drivers are only loaded. Start at
 * {@link io.tapstate.connectors.client.LiveSchemas} or {@link io.tapstate.connectors.client.DocumentReader}.
 */
package io.tapstate.connectors.client;
