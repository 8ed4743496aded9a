/** One test class per offline verb, each typing command lines in this process. */
package io.tapstate.cli.command;
