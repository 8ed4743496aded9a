/**
 * The corpus: workspaces that are right, each with its canonical text and plan, and workspaces with exactly one fault, each
 * with its code and place. {@code src/test/resources/golden/README.md} says how a case is written. Start at
 * {@link io.tapstate.planner.corpus.CorpusTest}.
 */
package io.tapstate.planner.corpus;
