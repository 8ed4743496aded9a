/**
 * What {@code explain} knows: the language by field path, from the grammar, and every code, from the page that is
 * written from the code itself. Start at {@link io.tapstate.cli.explain.CodePage}.
 */
package io.tapstate.cli.explain;
