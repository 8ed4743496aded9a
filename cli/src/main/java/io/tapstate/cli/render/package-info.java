/**
 * Turns facts into text: diagnostics, tables, documents, status screens. Reads no file, opens no connection, decides
 * nothing. Start at {@link io.tapstate.cli.render.DiagnosticRenderer}.
 */
package io.tapstate.cli.render;
