/**
 * One class per verb: options in, a call into {@code run}, {@code gateway} or {@code demo}, text out. No verb does work
 * of its own beyond that.
 */
package io.tapstate.cli.command;
