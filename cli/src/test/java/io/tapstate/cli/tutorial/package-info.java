/** Follows docs/tutorial.md as its reader does: writes its files, makes its changes, types its commands. */
package io.tapstate.cli.tutorial;
