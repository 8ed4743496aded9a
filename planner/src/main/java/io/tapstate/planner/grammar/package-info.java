/**
 * The whole language as data: every object, field and spelling, with its shape, default and meaning, in canonical order.
 * The parser, the canonical form, the JSON Schema, {@code tapstate explain} and docs/language.md all follow from it, so
 * that nothing is written down twice. Holds no YAML and judges nothing. Start at {@link
 * io.tapstate.planner.grammar.Grammar}.
 */
package io.tapstate.planner.grammar;
