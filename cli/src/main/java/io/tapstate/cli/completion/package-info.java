/**
 * Scripts by which shells complete command lines. They know the verbs and options by themselves; ids of resources they
 * ask for. Start at {@link io.tapstate.cli.completion.CompletionScript}.
 */
package io.tapstate.cli.completion;
